"""A worker that speaks the protocol and runs nothing: it does what the name of the case's first node says.

The ids of all processes are noted in the file named by FAKE_LOG, and so is every "hang".
"""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from queue import SimpleQueue


def log(text: object) -> None:
    with open(os.environ["FAKE_LOG"], "a", encoding="utf-8") as file:
        file.write(f"{text}\n")


def say(message: object) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def read(inbox: SimpleQueue[Mapping[str, object]]) -> None:
    for line in sys.stdin.buffer:
        inbox.put(json.loads(line))
    os._exit(0)


def answer(number: object, name: str) -> None:
    match name.split():
        case ["hang"]:
            log("hangs")
            threading.Event().wait()
        case ["hang", "child"]:
            child = subprocess.Popen([sys.executable, "-c", "import threading; threading.Event().wait()"])
            log(child.pid)
            threading.Event().wait()
        case ["crash"]:
            print("a last\nword", file=sys.stderr, flush=True)
            os._exit(3)
        case ["abort"]:
            os.abort()
        case ["garbage"]:
            print("not JSON", flush=True)
        case ["deep"]:
            print("[" * 1_000_000, flush=True)
        case ["half"]:
            sys.stdout.write('{"id": 1, "obser')
            sys.stdout.flush()
            os._exit(0)
        case ["other"]:
            say({"id": -1, "failure": "of another case"})
        case ["nothing"]:
            say({"id": number})
        case ["fail"]:
            say({"id": number, "failure": "as scripted"})
        case ["large", size]:
            say({"id": number, "observation": {"build": {"kind": "error", "type": "x" * int(size)}}})
        case ["environment"]:
            say({"id": number, "observation": {"build": {"kind": "error", "type": " ".join(sorted(os.environ))}}})
        case _:
            say({"id": number, "observation": {"build": {"kind": "error", "type": "Echo", "code": name}}})


def main() -> None:
    log(os.getpid())
    inbox: SimpleQueue[Mapping[str, object]] = SimpleQueue()
    match os.environ.get("FAKE_START", "").split():
        case ["slow", seconds]:
            time.sleep(float(seconds))  # a worker that is slow on purpose
        case ["silent"]:
            sys.stdin.read()
        case ["crash"]:
            sys.exit("no such library")  # Before the thread: an interpreter that ends waits for its hold on stdin.
        case ["rude"]:
            say({"hi": "there"})
    threading.Thread(target=read, args=(inbox,), daemon=True).start()
    say({"hello": {"versions": {"fake": "1.0"}}})
    while True:
        message = inbox.get()
        answer(message["id"], message["case"]["topology"]["nodes"][0]["name"])


if __name__ == "__main__":
    main()
