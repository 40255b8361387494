"""The reference library of Standard Webhooks for Python reads a webhook of the gateway."""

import json
import os

from calls import call
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

secrets = json.loads(os.environ["SECRETS"])
headers = json.loads(os.environ["HEADERS"])
body = os.environ["BODY"]


def verify(secret):
    assert Webhook(secret).verify(body, headers) == json.loads(body)


def reject():
    try:
        Webhook(secrets[0]).verify(body + " ", headers)
    except WebhookVerificationError:
        return
    raise AssertionError("a changed body is accepted")


call("verify with the newer secret", lambda: verify(secrets[0]))
call("verify with the older secret", lambda: verify(secrets[1]))
call("reject a changed body", reject)
