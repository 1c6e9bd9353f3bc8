import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { render } from "@react-email/render";
import { Linked } from "../../../server/mails/layout.tsx";
import { linksIn, loadsIn, seenIn } from "../../support/mail.ts";
import { everyMail, FRAME } from "../../support/sample-mails.ts";

const MARK = "https://shop.example/pictures/apple-touch-icon.png";
const HELP = "Something not right? Reply to this mail or write to help@shop.example.";
const SHOP = "Acorn & Oak · https://shop.example";
const ABOUT_ORDERS = ["delivery", "order_received", "payment_failed", "address_changed"];

test.each(everyMail())(
  "the %s mail loads the shop's mark and nothing else",
  async (_name, write) => {
    const { html } = await write();
    expect(loadsIn(html)).toEqual([MARK]);
    const [image = ""] = html.match(/<img[^>]*>/) ?? [];
    for (const attribute of ['alt=""', 'width="40"', 'height="40"']) {
      expect(image).toContain(attribute);
    }
  },
);

test.each(everyMail())(
  "the %s mail fits a phone and stays light where it can",
  async (_name, write) => {
    const { html } = await write();
    expect(html).toContain('name="viewport" content="width=device-width, initial-scale=1"');
    expect(html).toContain('name="color-scheme" content="light"');
  },
);

test.each(everyMail())(
  "every sentence and address of the %s mail's text is in its HTML",
  async (_name, write) => {
    const { text, html } = await write();
    const seen = seenIn(html);
    const sentences = text.split("\n").filter((line) => line.endsWith("."));
    for (const line of sentences) expect(seen).toContain(line.replace(/^> /, ""));
    const hrefs = [...linksIn(html)].map((href) => href.replaceAll("&amp;", "&"));
    for (const [url] of text.matchAll(/https:\/\/\S+/g)) expect(hrefs).toContain(url);
    expect(text + html).not.toMatch(/undefined|\[object|\bnull\b/);
  },
);

test.each(everyMail())(
  "the %s mail ends with a link to the shop, in both bodies",
  async (_name, write) => {
    const { text, html } = await write();
    expect(text.trimEnd().endsWith(`\n\n${SHOP}`)).toBe(true);
    expect(seenIn(html)).toMatch(/Acorn & Oak · https:\/\/shop\.example$/);
    expect(linksIn(html)).toContain(FRAME.siteUrl);
  },
);

describe.each([
  ["demo", "This is a demo order: no money has moved."],
  ["test", "This is a test order: no money has moved."],
] as const)("in mode %s", (mode, note) => {
  test.each(everyMail(mode))("help and the note about money: %s", async (name, write) => {
    const { text, html } = await write();
    const isToSupport = name === "contact_notice" || name === "contact_suspects";
    const isAutomatic = isToSupport || name === "contact_thanks";
    const isAboutOrder = ABOUT_ORDERS.includes(name);
    for (const body of [text, seenIn(html)]) {
      expect(body.includes(HELP)).toBe(!isAutomatic);
      expect(body.includes(note)).toBe(isAboutOrder);
      expect(body.match(/demo/i)).toEqual(
        isAboutOrder && mode === "demo" ? expect.anything() : null,
      );
    }
  });
});

test.each(everyMail())(
  "of a live shop the %s mail says nothing of a trial",
  async (_name, write) => {
    const { text, html } = await write();
    expect(text + html).not.toMatch(/demo|test order|no money/i);
  },
);

test("what is linked in a text are the addresses named, and no other", async () => {
  const text = "See https://shop.example/a or https://evil.example, or write to help@shop.example.";
  const addresses = ["https://shop.example/a", "help@shop.example"];
  const html = await render(createElement(Linked, { text, addresses }));
  expect(linksIn(html)).toEqual(new Set(["https://shop.example/a", "mailto:help@shop.example"]));
  expect(seenIn(html)).toContain(text);
});
