"""E-mail messages about accounts.

Each writer is called when its delivery is sent, and returns the message, or None if it is no longer needed.
"""

from app.accounts.activity_log import DESCRIPTIONS
from app.accounts.email import syntax
from app.accounts.models import User
from app.accounts.recovery import signed_links
from app.db import db
from app.delivery.models import Delivery
from app.delivery.outbox import Item, Message, absolute_url, message_writer
from app.i18n.languages import _, force_language


@message_writer("confirm-email")
def confirm_address(delivery: Delivery) -> Message | None:
    """Write the message that asks a new address for confirmation, the only one to an unconfirmed address.

    It names nobody, because a user could choose a name that offends the stranger who gets it.
    """
    user = _recipient(delivery)
    if not user or not _is_pending(user, delivery) or user.new_email != delivery.target or user.new_email_proven:
        return None
    url = absolute_url(f"/email/confirm/{signed_links.make_token(signed_links.CONFIRM_EMAIL, user)}")
    with force_language(user.language):
        sentence = _(
            "Someone entered this address for an account on Dead Drop. If it was you, confirm it: the link works "
            "for 7 days."
        )
        reason = _("If it was not you, ignore this message: nothing more will be sent here.")
        item = Item(sentence, url, _("Confirm the address"))
        return Message(user.language, _("Confirm your e-mail address"), [item], reason, delivery.kind)


@message_writer("agree-email")
def approve_change(delivery: Delivery) -> Message | None:
    """Write the message that asks the old address to approve its replacement."""
    user = _recipient(delivery)
    if not user or not _is_pending(user, delivery) or user.email != delivery.target or user.new_email_agreed:
        return None
    url = absolute_url(f"/email/agree/{signed_links.make_token(signed_links.APPROVE_EMAIL_CHANGE, user)}")
    with force_language(user.language):
        sentence = _(
            "Someone asked to change the e-mail address of your account %(name)s from this one to %(address)s. "
            "If you want that, approve the change: the link works for 7 days.",
            name=user.name,
            address=syntax.mask_email(user.new_email or ""),
        )
        items = [Item(sentence, url, _("Approve the change")), _not_you_item()]
        return Message(
            user.language, _("Change your account’s e-mail address?"), items, _recipient_reason(user), delivery.kind
        )


@message_writer("email-removed")
def address_removed(delivery: Delivery) -> Message | None:
    """Write the message that tells an address that it was removed from its account."""
    user = _recipient(delivery)
    if not user or user.email == delivery.target:
        return None
    with force_language(user.language):
        sentence = _(
            "This e-mail address was removed from your account %(name)s. You can no longer use it to reset your "
            "password. If this was not you, sign in and change your password at once.",
            name=user.name,
        )
        item = Item(sentence, absolute_url("/account"), _("Your account"))
        reason = _(
            "You are receiving this because this address belonged to an account on Dead Drop. This is the last "
            "message we will send here."
        )
        return Message(user.language, _("Your e-mail address was removed"), [item], reason, delivery.kind)


@message_writer("password-changed")
def password_changed(delivery: Delivery) -> Message | None:
    """Write the message that tells the owner that the password was changed."""
    user = _recipient(delivery)
    if not user or user.email != delivery.target:
        return None
    with force_language(user.language):
        sentence = _(
            "The password of your account %(name)s was changed, and all other browsers were signed out.", name=user.name
        )
        items = [Item(sentence, absolute_url("/account"), _("Your account")), _not_you_item()]
        return Message(user.language, _("Your password was changed"), items, _recipient_reason(user), delivery.kind)


@message_writer("security-changed")
def security_changed(delivery: Delivery) -> Message | None:
    """Write the message that tells the owner what was changed about signing in, or which rare way was taken."""
    user = _recipient(delivery)
    if not user or user.email != delivery.target:
        return None
    with force_language(user.language):
        what = Item(str(DESCRIPTIONS[delivery.params["event"]]), absolute_url("/account"), _("Your account"))
        return Message(
            user.language,
            _("Signing in to your account"),
            [what, _not_you_item()],
            _recipient_reason(user),
            delivery.kind,
        )


@message_writer("reset-password")
def reset_password(delivery: Delivery) -> Message | None:
    """Write the message with the link to reset the password; None if password or sessions changed since."""
    user = _recipient(delivery)
    if not user or user.email != delivery.target or user.epoch != delivery.params["epoch"]:
        return None
    url = absolute_url(f"/password/{signed_links.make_token(signed_links.RESET_PASSWORD, user)}")
    with force_language(user.language):
        sentence = _(
            "Someone asked to reset the password of your account %(name)s. The link works once and expires after an "
            "hour.",
            name=user.name,
        )
        reason = _("If you did not ask for it, ignore this message: your password stays the same.")
        item = Item(sentence, url, _("Choose a new password"))
        return Message(user.language, _("Reset your password"), [item], reason, delivery.kind)


@message_writer("login-link")
def login_link(delivery: Delivery) -> Message | None:
    """Write the message with the sign-in link; None if the password or sessions changed since the request."""
    user = _recipient(delivery)
    if not user or user.email != delivery.target or user.epoch != delivery.params["epoch"]:
        return None
    url = absolute_url(f"/login/link/{signed_links.make_token(signed_links.LOGIN_LINK, user)}")
    with force_language(user.language):
        sentence = _(
            "Someone using %(browser)s at %(network)s asked for a link to sign in to your account %(name)s. The link "
            "works once and expires after 15 minutes.",
            name=user.name,
            browser=delivery.params["browser"],
            network=delivery.params["network"],
        )
        reason = _(
            "If it was not you, ignore this message: the link is only in this message, so nobody else can use it."
        )
        return Message(
            user.language, _("Your sign-in link"), [Item(sentence, url, _("Sign in"))], reason, delivery.kind
        )


def _recipient(delivery: Delivery) -> User | None:
    user = db.session.get(User, delivery.user_id, populate_existing=True)
    return user if user and not user.deleted_at else None


def _is_pending(user: User, delivery: Delivery) -> bool:
    """Return whether the change of address that the delivery is about is still pending."""
    return user.new_email is not None and user.email_round == delivery.params["round"]


def _not_you_item() -> Item:
    sentence = _(
        "If this was not you, choose a new password at once: that signs out every browser and cancels any "
        "change that was requested."
    )
    return Item(sentence, absolute_url("/password"), _("Choose a new password"))


def _recipient_reason(user: User) -> str:
    return _("You are receiving this because this is the address of the account %(name)s on Dead Drop.", name=user.name)
