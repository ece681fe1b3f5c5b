"""Discord's markdown as the page renders it: the markup on the left becomes the elements on the right."""

import pytest

RENDERED = [
    ("plain", "<p>plain</p>"),
    ("two\nlines", "<p>two\nlines</p>"),
    ("**bold** and *em* and _em_", "<p><strong>bold</strong> and <em>em</em> and <em>em</em></p>"),
    ("__under__ ~~gone~~", "<p><u>under</u> <s>gone</s></p>"),
    ("***both***", "<p><strong><em>both</em></strong></p>"),
    ("**bold *and em***", "<p><strong>bold <em>and em</em></strong></p>"),
    ("snake_case_name 2 * 3 * 4", "<p>snake_case_name 2 * 3 * 4</p>"),
    (r"\*not\* \_em\_ \<@1> \\", r"<p>*not* _em_ &lt;@1&gt; \</p>"),
    ("`a **b** <i>`", "<p><code>a **b** &lt;i&gt;</code></p>"),
    ("``a ` b``", "<p><code>a ` b</code></p>"),
    ("```py\nx = 1\n**y**\n```after", "<pre><code>x = 1\n**y**</code></pre><p>after</p>"),
    ("# One\n## Two\n### Three\n#### four", "<h3>One</h3><h4>Two</h4><h5>Three</h5><p>#### four</p>"),
    (r"\# no heading", "<p># no heading</p>"),
    ("-# small **b**", '<small class="subtext">small <strong>b</strong></small>'),
    ("- a\n- b\n  - c", '<ul><li>a</li><li>b</li><li class="nested">c</li></ul>'),
    ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
    ("> a\n> b\nc", "<blockquote><p>a\nb</p></blockquote><p>c</p>"),
    (">>> a\nb", "<blockquote><p>a\nb</p></blockquote>"),
    ("@everyone <@&1> <#1> <@1>", [("mention", "@everyone"), ("mention", "@unknown-role"), ("mention", "#unknown"),
                                   ("mention", "@unknown-user")]),
    ("<:tick:123> x", "<p>:tick: x</p>"),
    ("**unclosed *x", "<p>**unclosed *x</p>"),
    ("<b>x</b> <script>alert(1)</script>", "<p>&lt;b&gt;x&lt;/b&gt; &lt;script&gt;alert(1)&lt;/script&gt;</p>"),
    ("&lt;i&gt; &amp;", "<p>&amp;lt;i&amp;gt; &amp;amp;</p>"),
    ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
    ('[x](https://a.test/"onclick="b)', [("", "x")]),
]  # fmt: skip
RENDER = """async (text) => (await import("/page/markdown.js")).markdown(text).innerHTML"""
SPANS = """async (text) => [...(await import("/page/markdown.js")).markdown(text).querySelectorAll("p > *")]
    .map((element) => [element.className, element.textContent])"""
LINKS = """async (text) => [...(await import("/page/markdown.js")).markdown(text).querySelectorAll("a")]
    .map((link) => [link.href, link.textContent, link.rel, link.target])"""


@pytest.fixture
async def page(loopback, visit):
    return (await visit(loopback, "Ann")).page


async def test_markup(page):
    for text, expected in RENDERED:
        if isinstance(expected, str):
            assert (text, await page.evaluate(RENDER, text)) == (text, expected)
        else:
            assert (text, [tuple(found) for found in await page.evaluate(SPANS, text)]) == (text, expected)


async def test_links(page):
    safe = ["noopener noreferrer", "_blank"]
    assert await page.evaluate(LINKS, "see https://a.test/x?y=1, <https://b.test> and [c **d**](https://c.test/)") == [
        ["https://a.test/x?y=1", "https://a.test/x?y=1", *safe],
        ["https://b.test/", "https://b.test", *safe],
        ["https://c.test/", "c d", *safe],
    ]
    for text in ("javascript:alert(1)", "[x](data:text/html,x)", "<file:///etc/passwd>"):
        assert await page.evaluate(LINKS, text) == []


async def test_names_and_times(page, loopback):
    ann, table = loopback.place("Ann", "table")
    spans = await page.evaluate(SPANS, f"<@{ann.id}> in <#{table.id}> <t:0:D> <t:99999999999999>")
    assert [text for _, text in spans] == ["@Ann", "#table", "1 January 1970"]
    assert await page.evaluate(SPANS, "<t:0:R>") != []


async def test_a_spoiler_is_hidden_until_it_is_pressed(page, loopback):
    await loopback.slash("Ann", "table", '/fire name:"||the butler||"')
    spoiler = page.get_by_role("button", name="Spoiler")
    hidden = page.get_by_text("the butler", exact=True).first
    assert not await hidden.is_visible()
    await spoiler.focus()
    await page.keyboard.press("Enter")
    assert await hidden.is_visible()


async def test_long_nonsense_is_rendered_quickly(page):
    timed = """async (text) => {
        const { markdown } = await import("/page/markdown.js");
        const start = performance.now();
        markdown(text);
        return performance.now() - start;
    }"""
    for piece in ("**", "||", "`", "> ", "[", "*_", "~~__", "\\", "```\n", "\n- ", "<@", "[x](https://", "_a ", "1. "):
        assert await page.evaluate(timed, (piece * 6000)[:6000]) < 2000, piece
