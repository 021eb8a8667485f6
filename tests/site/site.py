#!/usr/bin/env python3
"""The documentation's site: no broken link, every page in the navigation, searchable, and readable in Chromium on a desktop
and at 390 pixels."""

import functools
import html.parser
import http.server
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.parse

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/explorer"))
import browser  # noqa: E402

# One page of each kind: text, wide tables, drawings, long code, results.
VIEWED = ("index", "docs/embedding", "docs/mway", "docs/results/index", "docs/configuration", "rtl/mway/index",
          "sim/api/wayfarer.h", "CHANGELOG")


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.places, self.navigation, self.depth = [], {"", "__top"}, set(), 0
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.places.add(values.get("id") or "")
        for name in ("href", "src"):
            if values.get(name) and values.get("rel") != "canonical":
                self.links.append(values[name])
        if tag == "a" and "md-nav__link" in (values.get("class") or "").split() and values.get("href"):
            self.navigation.add(values["href"].removeprefix("./"))


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = pathlib.Path(cls.temporary.name, "site").resolve()
        subprocess.run([ROOT / "sim/packaging/site", cls.folder], check=True, stdout=subprocess.DEVNULL)
        # The page of errors has links from the server's root.
        cls.pages = {path: Page(path) for path in cls.folder.rglob("*.html") if path.name != "404.html"}

    def test_no_link_is_broken(self):
        broken, outside = [], set()
        for path, page in self.pages.items():
            for link in page.links:
                url = urllib.parse.urlsplit(link)
                if url.scheme or url.netloc:
                    outside.add(url.scheme)
                    continue
                target = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
                target = target / "index.html" if target.is_dir() else target
                place = urllib.parse.unquote(url.fragment)
                if not target.is_file() or (target in self.pages and place not in self.pages[target].places):
                    broken.append(f"{path.relative_to(self.folder)}: {link}")
        self.assertEqual(broken, [])
        self.assertLessEqual(outside, {"https", "http", "data"})

    def test_every_document_is_one_click_from_the_first_page(self):
        first = self.pages[self.folder / "index.html"].navigation
        names = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, text=True, capture_output=True,
                               check=True).stdout.splitlines()
        documents = {name.removesuffix(".md").removesuffix("README") + ("index" if name.endswith("README.md") else "")
                     for name in names if not name.startswith((".", "tests/"))}
        self.assertGreater(len(documents), 50)
        self.assertEqual(sorted(name for name in documents if f"{name}.html" not in first and name != "index"), [])

    def test_pages_are_readable(self):
        handler = functools.partial(Quiet, directory=self.folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        address = f"http://127.0.0.1:{server.server_port}"
        chromium = browser.Browser(pathlib.Path(self.temporary.name, "profile"))
        self.addCleanup(chromium.close)
        for size in (browser.DESKTOP, browser.PHONE):
            chromium.view(size)
            for name in VIEWED:
                with self.subTest(page=name, size=size):
                    self.assertTrue((self.folder / f"{name}.html").is_file())
                    chromium.driver.get_log("performance")
                    chromium.driver.get(f"{address}/{name}.html")
                    self.assertEqual(chromium.faults(), [])
                    self.assertEqual([url for url in chromium.requests() if not url.startswith((address, "chrome:"))], [])
                    self.assertLessEqual(chromium.js("return document.documentElement.scrollWidth"), size[0])
                    self.assertEqual(chromium.js("return [...document.images].filter(i => i.loading != 'lazy' &&"
                                                 " !i.naturalWidth).map(i => i.src)"), [])
        self.search(chromium, address)

    def search(self, chromium, address):
        chromium.view()
        chromium.driver.get(f"{address}/index.html")
        WebDriverWait(chromium.driver, 30).until(lambda driver: driver.find_elements(By.CSS_SELECTOR, ".md-search__button"))
        chromium.find(".md-search__button").click()

        def root(driver):
            return driver.execute_script("return [...document.querySelectorAll('*')].map(e => e.shadowRoot)"
                                         ".find(root => root?.querySelector('input'))")

        field = WebDriverWait(chromium.driver, 30).until(root).find_element(By.CSS_SELECTOR, "input")
        field.send_keys("back-pressure" + Keys.SPACE)
        found = WebDriverWait(chromium.driver, 30).until(
            lambda driver: [link.get_attribute("href")
                            for link in root(driver).find_elements(By.CSS_SELECTOR, "a[href]")])
        self.assertTrue(any("docs/" in link for link in found), found)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


if __name__ == "__main__":
    unittest.main(verbosity=0)
