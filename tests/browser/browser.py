# Chromium driven over a pipe by its DevTools protocol, with nothing but Python's own library: pages, real mouse events,
# what is on the console, screenshots. SPDX-License-Identifier: BSD-3-Clause
import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome")


def find():
    """The program, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    def __init__(self, program, width=1280, height=800):
        self.size = (width, height)
        self.profile = tempfile.mkdtemp()
        self.messages = []  # of the console, and errors of scripts
        self.number = 0
        self.rest = b""
        to_browser, self.to = os.pipe()
        self.out, from_browser = os.pipe()
        command = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
                   "--force-device-scale-factor=1", f"--user-data-dir={self.profile}", f"--window-size={width},{height}", "about:blank"]
        high = [fcntl.fcntl(f, fcntl.F_DUPFD, 10) for f in (to_browser, from_browser)]

        def move():  # Chromium reads from 3 and writes to 4
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(command, preexec_fn=move, pass_fds=(3, 4), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for f in [to_browser, from_browser] + high:
            os.close(f)
        target = self.call("Target.createTarget", {"url": "about:blank"}, None)["targetId"]
        self.session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True}, None)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")
        self.resize(width, height)

    def close(self):
        self.process.terminate()
        self.process.wait()
        os.close(self.to)
        os.close(self.out)
        shutil.rmtree(self.profile, ignore_errors=True)

    # --- protocol ---

    def read(self, seconds):
        """The next message; None when none comes in time."""
        end = time.monotonic() + seconds
        while b"\0" not in self.rest:
            ready = select.select([self.out], [], [], max(0, end - time.monotonic()))[0]
            if not ready:
                return None
            data = os.read(self.out, 1 << 20)
            if not data:
                raise RuntimeError("the browser ended")
            self.rest += data
        text, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(text)
        self.note(message)
        return message

    def note(self, message):
        method = message.get("method", "")
        if method == "Runtime.exceptionThrown":
            details = message["params"]["exceptionDetails"]
            self.messages.append("error: " + details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled":
            self.messages.append(message["params"]["type"] + ": " + str([a.get("value") for a in message["params"]["args"]]))
        elif method == "Log.entryAdded":
            self.messages.append(message["params"]["entry"]["level"] + ": " + message["params"]["entry"]["text"])

    def call(self, method, parameters=None, session=True, seconds=120):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read(seconds)
            if answer is None:
                raise RuntimeError(f"{method}: no answer in {seconds} s")
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    # --- pages ---

    def resize(self, width, height):
        self.size = (width, height)
        self.call("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def open(self, path):
        """Opens a file and waits until its script has drawn; returns its attribute data-report."""
        self.messages.clear()
        self.call("Page.navigate", {"url": "file://" + os.path.abspath(path)})
        end = time.monotonic() + 60
        while time.monotonic() < end:
            state = self.run("location.protocol === 'file:' && document.readyState === 'complete' && document.documentElement.dataset.report")
            if state:
                return state
            time.sleep(0.05)
        return "not ready in time"

    def run(self, script):
        """The value of an expression of JavaScript."""
        answer = self.call("Runtime.evaluate", {"expression": script, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in answer:
            raise RuntimeError(script + ": " + answer["exceptionDetails"].get("exception", {}).get("description", "?"))
        return answer["result"].get("value")

    def shoot(self, path):
        with open(path, "wb") as out:
            out.write(base64.b64decode(self.call("Page.captureScreenshot", {"format": "png"})["data"]))

    def print(self, path):
        with open(path, "wb") as out:
            out.write(base64.b64decode(self.call("Page.printToPDF", {"printBackground": True})["data"]))

    # --- mouse ---

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **more})

    def click(self, x, y, count=1):
        self.mouse("mouseMoved", x, y)
        for k in range(1, count + 1):
            self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=k)
            self.mouse("mouseReleased", x, y, button="left", clickCount=k)

    def drag(self, x, y, to_x, to_y, pieces=8):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        for k in range(1, pieces + 1):
            self.mouse("mouseMoved", x + (to_x - x) * k / pieces, y + (to_y - y) * k / pieces, button="left", buttons=1)
        self.mouse("mouseReleased", to_x, to_y, button="left", clickCount=1)

    def box(self, selector, number=0):
        """Where an element is in the window, after scrolling to it: left, top, width, height."""
        return self.run(f"""(() => {{
            const e = document.querySelectorAll({json.dumps(selector)})[{number}];
            e.scrollIntoView({{ block: "center" }});
            const r = e.getBoundingClientRect();
            return [r.left, r.top, r.width, r.height];
        }})()""")
