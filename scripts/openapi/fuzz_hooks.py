"""What Schemathesis needs to know of this gateway: credentials, ids that exist, slow requests.

Its data comes from `fuzz.ts` in the environment. The counts of all responses are written at the
end, for the table.
"""

import atexit
import base64
import json
import os
import random
import re
import urllib.request
from collections import Counter

import schemathesis
from hypothesis import strategies as st

SETUP = json.loads(os.environ["OPENAPI_FUZZ"])
CHOICE = random.Random(SETUP["seed"])
COUNTS = Counter()

# Failures that say nothing about the handler, because it was not reached.
BEFORE_THE_HANDLER = {
    "unauthenticated",
    "admin-unauthenticated",
    "public-key-invalid",
    "login-required",
    "origin-refused",
    "second-factor-required",
    "proof-required",
    "permission-denied",
    "account-suspended",
    "rate-limited",
}
# Those that new credentials mend.
ENDED = {
    "unauthenticated",
    "public-key-invalid",
    "login-required",
    "account-suspended",
    "proof-required",
    "permission-denied",
}
# Requests that end the login that made them.
ENDINGS = {
    "postAuthSignOut",
    "deleteAuthLogins",
    "deleteAuthLoginsId",
    "postAuthPassword",
    "postAuthTotpConfirm",
}


def renewed():
    with urllib.request.urlopen(SETUP["credentialsUrl"]) as response:
        return json.load(response)


DOCUMENTS = {
    "application/pdf": b"%PDF-1.4\n%%EOF\n",
    "image/png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "image/jpeg": b"\xff\xd8\xff\xe0\0\x10JFIF",
}
for media_type, document in DOCUMENTS.items():
    schemathesis.openapi.media_type(media_type, st.sampled_from([document, document, b"", b"x"]))

STATE = {"credentials": renewed()}


@schemathesis.hook
def before_call(context, case, kwargs):
    credentials = STATE["credentials"]
    for name, value in credential_headers(case, credentials).items():
        case.headers[name] = value
    use_real_ids(case)
    if "wait" in case.query and CHOICE.random() < 0.95:
        case.query["wait"] = "0"  # The response waits so many seconds for an event.
    if case.path.startswith(("/pay/", "/l/", "/checkout/")) and CHOICE.random() < 0.5:
        case.headers["Accept"] = "text/html"
    use_accepted_body(case)
    if isinstance(case.body, dict):
        case.body = {name: local(name, value) for name, value in case.body.items()}
        move_clock_little(case)


def credential_headers(case, credentials):
    """A person half of the time, where a key or a token would do too."""
    schemes = [name for each in case.operation.definition.raw.get("security", []) for name in each]
    if not schemes:
        return {}
    scheme = CHOICE.choice(schemes)
    if scheme == "secretKey":
        text = base64.b64encode(f"x:{credentials['secretKey']}".encode()).decode()
        return {"Authorization": f"Basic {text}"}
    if scheme == "operator":
        return {"Authorization": f"Bearer {credentials['adminToken']}"}
    if scheme == "publicKey":
        return {"x-public-key": credentials["publicKey"]}
    account = {"Guiche-Account": SETUP["accountId"]} if CHOICE.random() < 0.95 else {}
    return {"Cookie": credentials["cookie"], "Origin": SETUP["origin"], **account}


def use_real_ids(case):
    place = ""
    for part in case.path.split("/")[1:]:
        place += "/" + part
        values = SETUP["pools"].get(place, [])
        if part.startswith("{") and values and CHOICE.random() < 0.85:
            case.path_parameters[part[1:-1]] = CHOICE.choice(values)


ADDRESS = re.compile(r"^https?://", re.I)


def local(name, value):
    """Addresses of merchants lead to this machine."""
    if name.lower().endswith("url") and isinstance(value, str) and ADDRESS.match(value):
        return SETUP["receiverUrl"]
    return value


def move_clock_little(case):
    """A leap of years would end every login, charge and dispute of the run."""
    if case.operation.label == "POST /api/admin/clock":
        case.body = {
            name: "PT1S" if isinstance(value, str) and value.startswith("P") else value
            for name, value in case.body.items()
        }


def use_accepted_body(case):
    """Half of the time an accepted body, and of these half with one generated field."""
    accepted = SETUP["bodies"].get(case.operation.label)
    if accepted is None or CHOICE.random() < 0.5:
        return
    generated = case.body if isinstance(case.body, dict) else {}
    body = dict(CHOICE.choice(accepted))
    if generated and CHOICE.random() < 0.5:
        name = CHOICE.choice(sorted(generated))
        body[name] = generated[name]
    case.body = body
    case.media_type = next(iter(case.operation.definition.raw["requestBody"]["content"]))


@schemathesis.hook
def after_call(context, case, response):
    code = code_of(response)
    unreached = " unreached" if code in BEFORE_THE_HANDLER else ""
    COUNTS[f"{case.operation.label} {response.status_code}{unreached}"] += 1
    ends = case.operation.definition.raw.get("operationId") in ENDINGS
    if response.status_code == 202:
        keep_id("/api/admin/approvals", response)
        keep_id("/api/user/approvals", response)
    elif case.method.upper() == "POST" and response.status_code in (200, 201):
        keep_id(case.path, response)
    if code in ENDED or (ends and response.status_code < 300):
        STATE["credentials"] = renewed()


def keep_id(path, response):
    """What a request made is there for the next ones."""
    data = response.json().get("data")
    made = data.get("id") if isinstance(data, dict) else None
    for place, values in SETUP["pools"].items():
        if made and re.fullmatch(re.escape(path) + r"/\{\w+\}", place):
            values.append(made)
            del values[:-40]


def code_of(response):
    try:
        return response.json()["error"]["code"]
    except Exception:
        return None



@atexit.register
def write_counts():
    with open(SETUP["countsFile"], "w", encoding="utf-8") as file:
        json.dump(COUNTS, file)
