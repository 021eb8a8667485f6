"""Pages of `wayfarer show` in headless Chromium (Debian's chromium and chromium-driver)."""

import json
import pathlib
import zlib

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

DESKTOP = (1280, 900)
PHONE = (390, 844)


class Browser:
    """One session for all pages. `requests` collects a page's network requests."""

    def __init__(self, profile):
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        # Without a sandbox, as a container's root has none, and with nothing of an earlier session.
        for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                     "--hide-scrollbars", f"--user-data-dir={profile}"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        self.driver = webdriver.Chrome(options, Service("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(120)

    def close(self):
        self.driver.quit()

    def view(self, size=DESKTOP, dark=False):
        """The size and the scheme of pages from here on."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def open(self, path):
        self.driver.get_log("performance")
        self.driver.get(pathlib.Path(path).resolve().as_uri())
        WebDriverWait(self.driver, 120, 0.05).until(
            lambda driver: driver.execute_script("return document.body.dataset.ready"))
        if self.js("return document.body.dataset.ready") != "yes":
            raise AssertionError(self.js("return document.body.innerText") + str(self.faults()))

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def faults(self):
        """Faults of the page's scripts."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE"]

    def requests(self):
        """Addresses that were asked for since `open`, but the page's own and data."""
        messages = [json.loads(entry["message"])["message"]
                    for entry in self.driver.get_log("performance")]
        urls = [message["params"]["request"]["url"] for message in messages
                if message["method"] == "Network.requestWillBeSent"]
        return [url for url in urls if not url.startswith(("file://", "data:", "blob:"))]

    def go(self, cycle):
        self.js("const n = document.getElementById('cycle'); n.value = arguments[0];"
                "n.dispatchEvent(new Event('change'));", cycle)

    def choose(self, kind, number):
        self.js("document.getElementById('kind').value = arguments[0];"
                "document.getElementById('item').value = arguments[1];"
                "document.querySelector('.find button').click();", kind, number)

    def live(self):
        return self.js("return document.querySelector('.live').textContent")

    def screenshot(self, path=None):
        """The lines of the picture's bytes, as PNG has them before their compression."""
        png = self.driver.get_screenshot_as_png()
        if path:
            pathlib.Path(path).write_bytes(png)
        width = int.from_bytes(png[16:20], "big")
        at, data = 8, b""
        while at < len(png):
            size = int.from_bytes(png[at:at + 4], "big")
            if png[at + 4:at + 8] == b"IDAT":
                data += png[at + 8:at + 8 + size]
            at += size + 12
        pixels = zlib.decompress(data)
        line = 1 + width * {2: 3, 6: 4}[png[25]]
        return [pixels[i:i + line] for i in range(0, len(pixels), line)]
