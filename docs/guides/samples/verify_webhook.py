import hashlib
import hmac
import os
import re
import sys
import time

TOLERANCE_S = 300


def is_genuine(raw_body, header, secret, now=None):
    """Whether a webhook is genuine.

    raw_body: the bytes as they arrived, before any JSON parser.
    secret: the whole whsec_... string. now: Unix seconds.
    """
    now = int(time.time()) if now is None else now
    parts = [part.strip() for part in (header or "").split(",")]
    t = next((part[2:] for part in parts if part.startswith("t=")), "")
    # Two v1 parts come while a secret is being rotated: one that fits is enough.
    digests = [part[3:] for part in parts if part.startswith("v1=")]
    if not re.fullmatch(r"[0-9]{1,12}", t) or abs(now - int(t)) > TOLERANCE_S:
        return False
    expected = hmac.new(secret.encode(), t.encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(digest.encode(), expected.encode()) for digest in digests)


# python3 verify_webhook.py <Service-Signature> [now] < body, with the secret in WEBHOOK_SECRET
if __name__ == "__main__":
    moment = int(sys.argv[2]) if len(sys.argv) > 2 else None
    genuine = is_genuine(sys.stdin.buffer.read(), sys.argv[1], os.environ["WEBHOOK_SECRET"], moment)
    print("genuine" if genuine else "refused")
    sys.exit(0 if genuine else 1)
