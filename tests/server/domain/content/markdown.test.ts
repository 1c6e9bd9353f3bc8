import fc from "fast-check";
import { parseDocument } from "htmlparser2";
import { describe, expect, test } from "vitest";
import { MAX_MARKDOWN } from "../../../../server/contract/content.ts";
import { firstPages } from "../../../../db/seed/first-pages.ts";
import { placeholderValues } from "../../../../server/contract/placeholders.ts";
import {
  findMarkdownFault,
  introOf,
  renderMarkdown,
} from "../../../../server/domain/content/markdown.ts";
import { hostileMarkdown } from "../../../support/hostile-markdown.ts";

const TAGS = "p h2 h3 h4 h5 h6 ul ol li blockquote strong em s a code pre br hr".split(" ");
const ATTRIBUTES = ["href", "title", "rel", "id", "start", "class"];
// An empty link leads to the page itself.
const SAFE_LINK = /^(?:$|https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i;

type Element = { name: string; attribs: Record<string, string>; children: Element[] };

function elementsOf(html: string): Element[] {
  const listed = (nodes: Element[]): Element[] =>
    nodes.flatMap((node) => (node.name ? [node, ...listed(node.children)] : []));
  return listed(parseDocument(html).children as unknown as Element[]);
}

/** Returns the elements, attributes and links of HTML that a text page must not have. */
function findUnsafe(html: string): string[] {
  return elementsOf(html).flatMap(({ name, attribs }) => [
    ...(TAGS.includes(name) ? [] : [name]),
    ...Object.keys(attribs).filter((attribute) => !ATTRIBUTES.includes(attribute)),
    ...("href" in attribs && !SAFE_LINK.test(attribs["href"] ?? "") ? [attribs["href"]] : []),
  ]) as string[];
}

describe("no script gets onto the page by", () => {
  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a <b onclick='alert(1)'>b</b>",
    "<!-- --><svg/onload=alert(1)>",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](java&#115;cript:alert(1))",
    "[a](&#x6A;avascript:alert(1))",
    "[a](java\\script:alert(1))",
    "[a](<java\nscript:alert(1)>)",
    "[a](%6Aavascript:alert(1))",
    "[a](vbscript:x) [b](data:text/html,x) [c](data:image/svg+xml,x) [d](file:///etc/passwd)",
    "[a](/api/logout) [b](/account/../api/logout) [c](/API/logout) [d](/%61pi/logout)",
    "[a](//evil.example) [b](/\\evil.example) [c](/%2F/evil.example) [d](\\/evil.example)",
    "<javascript:alert(1)> <data:text/html,x>",
    "[a]: javascript:alert(1)\n\n[a] [b][a] ![c][a]",
    '[a](/b "\\" onclick=alert(1) x=\\"")',
    "[a](/b 'x\" onmouseover=\"alert(1)')",
    '![a](https://evil.example/x.png) ![b](x" onerror="alert(1))',
    '```"><script>\nalert(1)\n```',
    '# <a href=javascript:alert(1)>\n## " onclick=alert(1)',
    "| a |\n|---|\n| <script>alert(1)</script> |",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "{brand} [{brand}]({brand}) <{brand}>",
  ])("%j", (text) => {
    const values = { brand: '"><script>alert(1)</script>](javascript:alert(1))' };
    expect(findUnsafe(renderMarkdown(text, { values }).html)).toEqual([]);
  });

  test("any mixture of these", () => {
    const part = fc.constantFrom(
      ..."<script> </script> <a <img onerror=alert(1) > [ ] ( ) ]( ![ javascript: data: // / \\ \" ' & &#106; &colon; ` ``` * _ ~~ # > - : | \n \t {brand} x".split(
        " ",
      ),
      "\n",
      "\n\n",
      " ",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const { html } = renderMarkdown(parts.join(""), { values: { brand: "<b>](x)" } });
        expect(findUnsafe(html)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

const refused = {
  address: `[a]: https://a.example/${"b".repeat(600)}\n\n${"[a]".repeat(100)}`,
  title: `[a]: /b "${"t".repeat(600)}"\n\n${"[a]".repeat(100)}`,
  headings: "## a\n".repeat(201),
  growth: `[a]: /${"b".repeat(490)}\n\n${"[a]".repeat(100)}`,
  values: "{seller.address} ".repeat(1500),
  length: "a".repeat(MAX_MARKDOWN + 1),
};

describe("a text is refused, and rendered as plain text, because of", () => {
  test.each([
    ["a long address of a reference", refused.address, "can have at most 500 characters"],
    ["a long title of a reference", refused.title, "can have at most 500 characters"],
    ["too many headings for the table of contents", refused.headings, "more than 200 headings"],
    ["HTML of ten times its size", refused.growth, "the page too large"],
    ["HTML of ten times its size with long values", refused.values, "the page too large"],
    ["its length", refused.length, `more than ${MAX_MARKDOWN} characters`],
    ["its length in UTF-16", "\u{1F43B}".repeat(40_000), `more than ${MAX_MARKDOWN} characters`],
  ])("%s", (_what, text, fault) => {
    expect(findMarkdownFault(text)).toContain(fault);
    const values = { "seller.address": "x".repeat(400) };
    const shown = renderMarkdown(`${text}\n\n<b> *c*`, { values });
    expect(shown).toMatchObject({ sections: [], summary: "" });
    expect(shown.html).toMatch(/^<p>.*<\/p>\n<p>&lt;b&gt; \*c\*<\/p>\n$/s);
  });

  test("these limits, and not below them", () => {
    const text = `[a]: /${"b".repeat(490)}\n\n${"## a\n[a]\n".repeat(15)}{seller.address}`;
    expect(findMarkdownFault(text)).toBeUndefined();
    expect(firstPages.filter(({ body }) => findMarkdownFault(body) !== undefined)).toEqual([]);
  });

  test("limits that hold for the HTML and headings of every repetitive text", () => {
    const texts = hostileMarkdown(200, 6000, 1);
    const excess = texts.filter((text) => {
      const { html, sections } = renderMarkdown(text, { values: { brand: "b".repeat(60) } });
      const most = 10_000 + 10 * Buffer.byteLength(text);
      return Buffer.byteLength(html) > most || sections.length > 200;
    });
    expect(excess).toEqual([]);
    const taken = texts.filter((text) => findMarkdownFault(text) === undefined).length;
    expect([taken, texts.length - taken]).toEqual([167, 33]);
  });
});

describe("rendered are", () => {
  test.each([
    ["a link of another site, with rel", "[a](https://b.example)", 'rel="noopener noreferrer"'],
    ["a link of this site, without", "[a](/contact)", '<a href="/contact">a</a>'],
    ["an address", "[a](mailto:a@b.example)", '<a href="mailto:a@b.example">'],
    ["a phone number", "[a](tel:+39061)", '<a href="tel:+39061">'],
    ["German and Arabic", "Größe *مرحبا*", "Größe <em>مرحبا</em>"],
  ])("%s", (_what, text, html) => {
    expect(renderMarkdown(text).html).toContain(html);
  });

  test.each([
    ["# A\n## B\n# C", 2, "<h2>A</h2><h3>B</h3><h2>C</h2>"],
    ["### A\n#### B", 2, "<h2>A</h2><h3>B</h3>"],
    ["# A\n###### B", 4, "<h4>A</h4><h6>B</h6>"],
    ["A\n=\nB\n-", 3, "<h3>A</h3><h4>B</h4>"],
  ])("headings of %j from level %i", (text, top, expected) => {
    const { html } = renderMarkdown(text, { top });
    expect(html.replaceAll(/ id="[^"]*"|\n/g, "")).toBe(expected);
  });

  test("sections with ids that no other element has", () => {
    const text =
      "# Your rights!\n## Below\n# Your rights\n# Content\n# حقوقك\n# !\n# a-2\n# a\n# a";
    const { html, sections } = renderMarkdown(text);
    const ids = sections.map(({ id }) => id);
    expect(sections[0]).toEqual({ id: "your-rights", heading: "Your rights!" });
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).not.toContain("content");
    expect(ids).toContain("حقوقك");
    expect(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id)).toEqual(ids);
  });

  test("a summary: the first paragraph as plain text", () => {
    expect(renderMarkdown("# A\n\nWhat *we*\n[store](/a).\n\nMore").summary).toBe("What we store.");
    expect(
      renderMarkdown("We draw.  \nYou *print*\\\n{a}.", { values: { a: "b\nc" } }).summary,
    ).toBe("We draw. You print b c.");
    expect(renderMarkdown("# A").summary).toBe("");
  });
});

const MAIL_LINK = '<p><a href="mailto:a_b+c@d.example" title="To a_b+c@d.example">a</a></p>';

describe("placeholders are filled", () => {
  const render = (text: string, values: Record<string, string>) =>
    renderMarkdown(text, { values }).html.trim();

  test("as plain text, in links as well", () => {
    expect(render("By {brand}.", { brand: "*A* & <b>_c_" })).toBe(
      "<p>By *A* &amp; &lt;b&gt;_c_.</p>",
    );
    expect(render("[{support}](mailto:{support})", { support: "a_b@c.example" })).toBe(
      '<p><a href="mailto:a_b@c.example">a_b@c.example</a></p>',
    );
  });

  test.each([
    ["`{support}`", "<p><code>a_b+c@d.example</code></p>"],
    ["    {support}", "<pre><code>a_b+c@d.example\n</code></pre>"],
    ["```\n{support}\n```", "<pre><code>a_b+c@d.example\n</code></pre>"],
    ["{ support } {\tsupport}", "<p>a_b+c@d.example a_b+c@d.example</p>"],
    ["[a](<mailto:{ support }>)", '<p><a href="mailto:a_b+c@d.example">a</a></p>'],
    ["[a](tel:{phone})", '<p><a href="tel:+39%2006%201">a</a></p>'],
    ["[a]\n\n[a]: mailto:{support} 'To {support}'", MAIL_LINK],
    ["# {phone}", '<h2 id="39-06-1">+39 06 1</h2>'],
    ["[a](/{evil})", '<p><a href="/%2Fevil.example%22%3E">a</a></p>'],
    ["[a]({evil})", "<p>[a](/evil.example&quot;&gt;)</p>"],
  ])("as %j", (text, html) => {
    const values = { support: "a_b+c@d.example", phone: "+39 06 1", evil: '/evil.example">' };
    expect(render(text, values)).toBe(html);
  });

  test("with the lines of an address", () => {
    const address = "Street 1\n\n# 1000 Town\n";
    expect(render("{seller.address}", { "seller.address": address })).toBe(
      "<p>Street 1<br>\n# 1000 Town</p>",
    );
  });

  test("and a line without any value is left out", () => {
    const values = { "seller.vat": "", "seller.name": " ", brand: "A" };
    const text = "VAT: {seller.vat}\n{brand} by {seller.name}\n{unknown}";
    expect(render(text, values)).toBe("<p>A by \n{unknown}</p>");
  });
});

test.each(firstPages)("the first $slug page shows its placeholders and links", ({ body }) => {
  const values = placeholderValues({ brand: "A", supportEmail: "a@b.example" });
  const { html, sections, summary } = renderMarkdown(body, { values });
  expect(html).not.toMatch(/[{}]|\*\*|\]\(|seller\./);
  expect(sections.length).toBeGreaterThan(1);
  expect(summary).not.toBe("");
  expect(findUnsafe(html)).toEqual([]);
});

test.each([
  ["", ""],
  ["All 36 weeks & puzzles, 2 < 3. ", "All 36 weeks & puzzles, 2 < 3."],
  ["A **calm** plan\nwith [games](/contact).", "A calm plan with games."],
  ["One.\n\nTwo.", "One.\n\nTwo."],
  ["One.\n\n## Inside\n\nTwo.", "One."],
  ["One.\n- a\n- b", "One."],
  ["> Quoted\n\nOne.", "Quoted\n\nOne."],
  ["# Inside\n\n- *a*\n- b", "Inside\n\na\n\nb"],
  ["```\ncode\n```", "code"],
  ["<b>bold</b> {brand}", "<b>bold</b> {brand}"],
])("the introduction of %j is %j", (text, intro) => {
  expect(introOf(text)).toBe(intro);
});
