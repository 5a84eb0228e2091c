from io import BytesIO

import pytest

from reticent.knowledge.corpus.indexing.sources import articles, without_markup

DUMP = b"""<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/">
<siteinfo><sitename>Example</sitename></siteinfo>
<page><title>Virus</title><ns>0</ns><revision><text>A '''virus''' &amp; co.</text></revision></page>
<page><title>Viruses</title><ns>0</ns><redirect title="Virus"/><revision><text>#REDIRECT</text></revision></page>
<page><title>Talk:Virus</title><ns>1</ns><revision><text>Hm.</text></revision></page>
<page><title>Empty</title><ns>0</ns><revision><text/></revision></page>
</mediawiki>"""


def test_only_articles_are_read() -> None:
    assert list(articles(BytesIO(DUMP))) == [b"Virus\nA '''virus''' & co.", b"Empty\n"]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("{{Infobox|name={{small|x}}}}Text", "Text"),
        ("a [[File:x.png|thumb|An [[old]] map]] b", "a  b"),
        ("[[Category:Viruses]]", ""),
        ("[[a|b]] and [[c]]", "b and c"),
        ("[https://example.org the site]", "the site"),
        ("{| class=x\n|-\n| {| inner |} || cell\n|}after", "after"),
        ("a<ref name=x /> b<ref>c</ref>", "a  b"),
        ("a <!-- b --> c", "a  c"),
        ("== Head ==\n* item", "Head\nitem"),
        ("''a'' '''''b'''''", "a b"),
        ("x &nbsp;&lt; y<br/>", "x \xa0< y"),
        ("__NOTOC__a", "a"),
        ("{{open [[a]]", "{{open a"),
    ],
)
def test_markup_is_left_out(markup: str, text: str) -> None:
    assert without_markup(markup) == text
