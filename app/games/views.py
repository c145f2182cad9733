from flask import Blueprint

bp = Blueprint("games", __name__)
