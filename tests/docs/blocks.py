"""Generated blocks of the documents: what is between <!-- NAME --> and <!-- /NAME -->."""

import re


def block(text, name):
    """The only block of that name."""
    found = re.findall(rf"<!-- {name} -->\n(.*?)<!-- /{name} -->", text, re.DOTALL)
    if len(found) != 1:
        raise SystemExit(f"{len(found)} blocks <!-- {name} -->; legal: 1")
    return found[0]


def with_block(text, name, content):
    """The text with the block renewed."""
    before, rest = text.split(f"<!-- {name} -->\n")
    after = rest.split(f"<!-- /{name} -->")[1]
    return f"{before}<!-- {name} -->\n{content}<!-- /{name} -->{after}"
