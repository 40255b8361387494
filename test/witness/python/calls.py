"""What a script of this folder reports: one line of JSON for each call of its witness."""

import json
import sys
import traceback


def call(title, act):
    """Passes when `act` returns. A failure ends the script: later calls depend on it."""
    try:
        result = act()
    except BaseException as error:
        traceback.print_exc()
        print(json.dumps({"failed": title, "error": repr(error)}), flush=True)
        sys.exit(0)
    print(json.dumps({"passed": title}), flush=True)
    return result


def faulty(title, reason, source, act):
    """Must fail by the witness's own fault. `source` proves it: a page, an issue or a file."""
    try:
        act()
    except Exception:
        print(json.dumps({"faulty": title, "reason": reason, "source": source}), flush=True)
        return
    error = "passes now: remove its known fault"
    print(json.dumps({"failed": title, "error": error}), flush=True)
    sys.exit(0)
