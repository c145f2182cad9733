"""The two ceremonies of WebAuthn, in the site's terms: creating a passkey, and signing in with one.

This module loads the library `webauthn` and cryptography with it, 13 MB; import it where a ceremony takes place.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

import webauthn
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import base64url_to_bytes
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from app.accounts.passkeys.challenges import TIMEOUT
from app.accounts.passkeys.relying_party import RelyingParty
from app.i18n.languages import _
from app.refusals import Refusal

SITE_NAME = "Dead Drop"
MALFORMED = (WebAuthnException, ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError)

Verified = TypeVar("Verified")


class PasskeyRefused(Refusal):
    """What the browser sent proves nothing."""


class Answer(NamedTuple):
    """What a browser sent: all of it, and the parts by which the rest is found."""

    credential: dict[str, Any]
    credential_id: bytes
    challenge: bytes
    handle: bytes


def creation_options(
    party: RelyingParty, name: str, handle: bytes, challenge: bytes, known: Iterable[bytes]
) -> dict[str, Any]:
    """Return the options with which a browser creates a passkey, unless its authenticator has one of the `known`."""
    selection = AuthenticatorSelectionCriteria(
        resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
    )
    options = webauthn.generate_registration_options(
        rp_id=party.id,
        rp_name=SITE_NAME,
        user_id=handle,
        user_name=name,
        challenge=challenge,
        timeout=TIMEOUT,
        authenticator_selection=selection,
        exclude_credentials=[PublicKeyCredentialDescriptor(each) for each in known],
    )
    found: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return found


def read_answer(text: str) -> Answer:
    """Return what a browser sent, whose proof is yet to be verified; raise PasskeyRefused if it is malformed."""

    def read() -> Answer:
        credential = json.loads(text)
        response = credential["response"]
        client_data = json.loads(base64url_to_bytes(response["clientDataJSON"]))
        handle = base64url_to_bytes(response.get("userHandle") or "")
        return Answer(
            credential, base64url_to_bytes(credential["rawId"]), base64url_to_bytes(client_data["challenge"]), handle
        )

    return _refusing(read)


def verify_creation(answer: Answer, party: RelyingParty) -> VerifiedRegistration:
    """Return the new credential, whose challenge the caller has checked; raise PasskeyRefused."""
    return _refusing(
        lambda: webauthn.verify_registration_response(
            credential=answer.credential,
            expected_challenge=answer.challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            require_user_verification=True,
        )
    )


def verify_proof(answer: Answer, party: RelyingParty, public_key: bytes, signatures: int) -> VerifiedAuthentication:
    """Return the proof by a key that has signed so often, whose challenge the caller has checked.

    Raises PasskeyRefused, also if the authenticator counts and has not signed more often than before.
    """
    return _refusing(
        lambda: webauthn.verify_authentication_response(
            credential=answer.credential,
            expected_challenge=answer.challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=public_key,
            credential_current_sign_count=signatures,
            require_user_verification=True,
        )
    )


def _refusing(action: Callable[[], Verified]) -> Verified:
    try:
        return action()
    except MALFORMED:
        raise PasskeyRefused(_("This passkey could not be verified. Try again.")) from None
