#!/usr/bin/env python3
"""tests/check_links.py FOLDER: every link of the HTML pages below a folder leads to a file and an anchor that are there, and no page
fetches anything from elsewhere. SPDX-License-Identifier: BSD-3-Clause
"""
import os
import re
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag

FETCHED = {('link', 'href'), ('script', 'src'), ('img', 'src'), ('iframe', 'src'), ('source', 'src'), ('object', 'data'),
           ('image', 'href'), ('use', 'href')}


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.fetched = set(), [], []
        with open(path, encoding='utf-8') as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ('id', 'name') and value:
                self.anchors.add(value)
            if (tag, name) in FETCHED and value:
                self.fetched.append(value)
            elif tag == 'a' and name == 'href' and value:
                self.links.append(value)


def is_outside(link):
    return re.match(r'[a-z]+:|//', link) is not None


def check_link(pages, path, link):
    target, anchor = urldefrag(link)
    here = os.path.normpath(os.path.join(os.path.dirname(path), unquote(target))) if target else path
    if not os.path.exists(here):
        return 'there is no %s' % link
    if anchor and here in pages and unquote(anchor) not in pages[here].anchors:
        return 'there is no place %s' % link
    return None


def css_fetches(folder):
    for base, _, names in os.walk(folder):
        for name in names:
            if name.endswith(('.css', '.svg')):
                with open(os.path.join(base, name), encoding='utf-8') as file:
                    if re.search(r'url\(["\']?(https?:)?//|@import\s+["\']http|(src|xlink:href)="http', file.read()):
                        yield os.path.join(base, name)


def main(folder):
    paths = [os.path.join(base, name) for base, _, names in os.walk(folder) for name in names if name.endswith('.html')]
    pages = {path: Page(path) for path in paths}
    errors, links = ['%s fetches from outside' % path for path in css_fetches(folder)], 0
    for path, page in sorted(pages.items()):
        errors += ['%s: fetches %s' % (path, link) for link in page.fetched if is_outside(link) and not link.startswith('data:')]
        for link in page.links + page.fetched:
            if os.path.basename(path) == '404.html' or is_outside(link):
                continue
            links += 1
            error = check_link(pages, path, link)
            if error:
                errors.append('%s: %s' % (os.path.relpath(path, folder), error))
    for error in sorted(set(errors)):
        print(error)
    print('%d pages, %d links, %d wrong' % (len(pages), links, len(set(errors))))
    return 1 if errors or not pages else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
