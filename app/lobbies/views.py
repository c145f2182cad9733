from flask import Blueprint

bp = Blueprint("lobbies", __name__)
