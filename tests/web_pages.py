"""Web pages for tests, made by code: a secret in every place that a page has."""

from __future__ import annotations

import base64

SURNAME = "Zoellner"
_ENCODED = base64.b64encode(f"<svg><text>{SURNAME}</text></svg>".encode()).decode()

HIDING_PLACES = {
    "comment": "<!-- Zoellner -->",
    "comment that ends late": "<!-- > Zoellner -- > --!>",
    "comment for one browser": "<!--[if mso]><p>Zoellner</p><![endif]-->",
    "declaration": "<![if Zoellner]>",
    "processing instruction": "<?php echo 'Zoellner' ?>",
    "script": "<script>var name = 'Zoellner' < 1</script>",
    "structured data": '<script type="application/ld+json">{"name": "Zoellner"}</script>',
    "style sheet": "<style>p::after { content: 'Zoellner' }</style>",
    "style attribute": "<p style=\"color: red; background: url('Zoellner.png')\">x</p>",
    "font": "<p style='font-family: Zoellner'>x</p>",
    "metadata": '<meta name="author" content="Zoellner">',
    "link to a file": '<link rel="author" href="Zoellner.html">',
    "base": '<base href="https://example.org/Zoellner/">',
    "data attribute": '<p data-patient="Zoellner">x</p>',
    "event handler": "<p onclick=\"show('Zoellner')\">x</p>",
    "class": '<p class="Zoellner">x</p>',
    "id": '<p id="Zoellner">x</p>',
    "name of an attribute": "<p zoellner=1>x</p>",
    "attribute without quotes": "<p data-x=Zoellner>x</p>",
    "attribute in references": '<p data-x="&#90;oellner">x</p>',
    "name of an element": "<zoellner>x</zoellner>",
    "hidden field": '<input type="hidden" value="Zoellner">',
    "password": '<input type="password" value="Zoellner">',
    "choice": '<option value="Zoellner">x</option>',
    "query": '<a href="https://example.org/?name=Zoellner">x</a>',
    "query in references": '<a href="https://example.org/?name=%5Aoellner">x</a>',
    "script in a link": "<a href=\"javascript:show('Zoellner')\">x</a>",
    "login in a link": '<a href="https://Zoellner:word@example.org/">x</a>',
    "picture": '<img src="cid:Zoellner" srcset="Zoellner.png 2x">',
    "drawing": "<svg><title>Zoellner</title><text>Zoellner</text></svg>",
    "alternative to scripts": "<noscript><p>Zoellner</p></noscript>",
    "template": "<template><p>Zoellner</p></template>",
    "frame": '<iframe srcdoc="&lt;p&gt;Zoellner" src="Zoellner.html">Zoellner</iframe>',
    "object": '<object data="Zoellner.pdf"><param name=x value="Zoellner">Zoellner</object>',
    "sound": '<audio src="Zoellner.mp3"></audio>',
    "formula": '<math><mi>x</mi><annotation encoding="x">Zoellner</annotation></math>',
    "tag that never ends": '<p title="x" data-x="Zoellner"',
}
"""What holds a secret outside the visible text."""

SHOWN_PLACES = {
    "text": "<p>Mr Zoellner</p>",
    "text in two styles": "<p>Zoe<b>lln</b>er</p>",
    "text around a comment": "<p>Zoe<!-- -->llner</p>",
    "text in references": "<p>&#90;&#x6f;ellner &#0000000000090;oellner &#90oellner</p>",
    "title": "<title>Zoellner</title>",
    "hidden text": "<p hidden>Zoellner</p><p style='display:none'>Zoellner</p>",
    "alternative text": '<img alt="Zoellner">',
    "tooltip": "<p title='Mr Zoellner'>x</p>",
    "hint": '<input placeholder="Zoellner">',
    "label": '<button aria-label="Zoellner">x</button>',
    "form field": "<input value=Zoellner>",
    "text field": "<textarea>Zoellner</textarea>",
    "address": '<a href="mailto:Zoellner@example.org?subject=Zoellner">x</a>',
    "path": '<a href="https://example.org/%5Aoellner/">x</a>',
    "other case": "<p>ZOELLNER zoellner</p>",
    "character data": "<![CDATA[Zoellner]]>",
    "text as it is": "<xmp>Zoellner</xmp>",
    "element without an end": "<noscript>Zoellner",
}
"""What holds it in a text that is judged."""

DATA_LINK = f'<img src="data:image/svg+xml;base64,{_ENCODED}">'


def make_page(*fragments: str) -> bytes:
    """A page with these fragments in it."""
    body = "\n".join(fragments)
    return f"<!DOCTYPE html>\n<html lang='en'><head></head><body><p>Before</p>\n{body}".encode()
