"""Charges a PIX, pays it in the sandbox, and verifies the signed webhook. Python 3.9, no packages.

    GUICHE_URL=http://127.0.0.1:3000 SANDBOX_URL=http://127.0.0.1:3001 \
    GUICHE_SECRET_KEY=sk_... python3 pix.py
"""

import base64
import hashlib
import hmac
import json
import os
import re
import time
import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.request import Request, urlopen

GUICHE_URL = os.environ["GUICHE_URL"]
SANDBOX_URL = os.environ["SANDBOX_URL"]
SECRET_KEY = os.environ["GUICHE_SECRET_KEY"]


def call(method, path, body=None, key=None):
    """Sends a request with the secret key and returns `data`. The same key repeats no effect."""
    credentials = base64.b64encode(f"x:{SECRET_KEY}".encode()).decode()
    headers = {"Authorization": f"Basic {credentials}", "Content-Type": "application/json"}
    if key:
        headers["Idempotency-Key"] = key
    content = None if body is None else json.dumps(body).encode()
    request = Request(GUICHE_URL + path, content, headers, method=method)
    with urlopen(request, timeout=30) as response:
        return json.load(response)["data"]


def verify(body, headers, secret, tolerance_seconds=300):
    """Returns the event of a signed webhook, or None. `body` is the raw bytes."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return None
    if abs(time.time() - int(timestamp)) > tolerance_seconds:
        return None
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(base64.b64decode(secret[len("whsec_"):]), signed, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    signatures = headers.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(expected.encode(), each.encode()) for each in signatures):
        return None
    return json.loads(body)


def receiver(secret, events):
    """A server that stores each verified event. Production stores it under its `webhook-id`."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            event = verify(body, self.headers, secret)
            if event:
                events.append(event)
            self.send_response(204 if event else 400)
            self.end_headers()

        def log_message(self, *_):
            pass

    return HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "0"))), Handler)


def main():
    events = []
    secret = call("GET", "/api/user/webhooks/secret")["secret"]
    server = receiver(secret, events)
    order = {
        "amount": 1990,  # Cents: R$ 19.90.
        "paymentMethod": "PIX",
        "externalRef": "order-1",
        "customer": {"name": "Ana Silva", "email": "ana@example.com"},
        "postbackUrl": f"http://127.0.0.1:{server.server_port}/",
    }
    sale = call("POST", "/api/user/transactions", order, key=str(uuid.uuid4()))
    print(sale["status"], sale["pix"]["qrcode"])

    # In production the payer pays with the app of a bank.
    payment = json.dumps({"code": sale["pix"]["qrcode"]}).encode()
    headers = {"Content-Type": "application/json"}
    urlopen(Request(f"{SANDBOX_URL}/pay", payment, headers), timeout=30).close()

    while not any(event["event"] == "transaction.paid" for event in events):
        server.handle_request()
    print(events[-1]["data"]["status"], events[-1]["data"]["externalRef"])


if __name__ == "__main__":
    main()
