import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { render } from "@react-email/render";
import { Linked } from "../../../server/mails/layout.tsx";
import { linksIn, loadsIn, seenIn } from "../../support/mail.ts";
import { contactThanks } from "../../../server/mails/contact-mails.tsx";
import { delivery } from "../../../server/mails/delivery.tsx";
import { CONTACT, DELIVERY, everyMail } from "../../support/sample-mails.ts";

const MARK = "https://shop.example/pictures/apple-touch-icon.png";
const HELP = "Something not right? Reply to this email or write to help@shop.example.";
const SHOP = "Acorn & Oak · https://shop.example";
const ABOUT_ORDERS = [
  "delivery",
  "order_received",
  "payment_failed",
  "address_changed",
  "order_refunded",
  "access_ended",
  "new_version",
  "order_waiting",
  "gift_receipt",
  "recovery",
  "review_request",
  "withdrawal",
  "withdrawal_notice",
  "owner_dispute",
  "owner_double",
  "owner_sales",
];
const HAS_OWN_FOOT =
  /^contact_|^owner_|^passkey_changed$|^support_changed$|^alarm$|^weekly_summary$|^withdrawal_notice$/;

test.each(everyMail())(
  "the %s mail: its frame, and the same text in both formats",
  async (_name, write) => {
    const { text, html } = await write();
    expect(loadsIn(html)).toEqual([MARK]);
    expect(html).toMatch(/<img[^>]* alt=""/);
    expect(html).toContain('name="viewport" content="width=device-width, initial-scale=1"');
    expect(html).toContain('name="color-scheme" content="light"');
    const seen = seenIn(html);
    const sentences = text.split("\n").filter((line) => line.endsWith("."));
    for (const line of sentences) expect(seen).toContain(line.replace(/^> /, ""));
    const hrefs = [...linksIn(html)].map((href) => href.replaceAll("&amp;", "&"));
    for (const [url] of text.matchAll(/https:\/\/\S+/g)) expect(hrefs).toContain(url);
    expect(text.trimEnd().endsWith(`\n\n${SHOP}`)).toBe(true);
    expect(seen.endsWith(SHOP)).toBe(true);
    expect(text + html).not.toMatch(/undefined|\[object|\bnull\b|demo|test order|no money/i);
  },
);

describe.each([
  ["demo", "This is a demo order: no money has moved."],
  ["test", "This is a test order: no money has moved."],
] as const)("in mode %s", (mode, note) => {
  test.each(everyMail(mode))("help and the note about money: %s", async (name, write) => {
    const { text, html } = await write();
    const isAboutOrder = ABOUT_ORDERS.includes(name);
    for (const body of [text, seenIn(html)]) {
      expect(body.includes(HELP)).toBe(!HAS_OWN_FOOT.test(name));
      expect(body.includes(note)).toBe(isAboutOrder);
      expect(/demo/i.test(body)).toBe(isAboutOrder && mode === "demo");
    }
  });
});

test("a mail has the owner's logo, and ends with the seller as far as it is known", async () => {
  const seller = {
    name: "Jo Books",
    address: "Main Street 1\n1010 Vienna",
    country: "Austria",
    vatNumber: "ATU1",
    registrationNumber: "",
  };
  const logo = `/uploads/${"a".repeat(64)}/logo.webp`;
  const { text, html } = await delivery.render({ ...DELIVERY, seller, logo });
  const lines = ["Jo Books, Main Street 1, 1010 Vienna, Austria", "VAT number: ATU1"];
  expect(text.trimEnd().endsWith([SHOP, ...lines].join("\n\n"))).toBe(true);
  for (const line of lines) expect(seenIn(html)).toContain(line);
  expect(loadsIn(html)).toEqual([`https://shop.example${logo}`]);
});

test("mails written at the same time each have their own texts", async () => {
  const withTexts = (title: string) => ({
    "mail.delivery.title": title,
    "mail.delivery.openPaper": `${title}: {paper}`,
    "mail.foot": `${title} foot`,
  });
  const mails = await Promise.all([
    delivery.render({ ...DELIVERY, texts: withTexts("First") }),
    contactThanks.render(CONTACT),
    delivery.render({ ...DELIVERY, texts: withTexts("Second") }),
  ]);
  for (const [index, title] of [
    [0, "First"],
    [2, "Second"],
  ] as const) {
    const { text = "", html = "" } = mails[index] ?? {};
    for (const body of [text, seenIn(html)]) {
      expect(body).toContain(`${title}: US Letter`);
      expect(body).toContain(`${title} foot`);
    }
    expect(seenIn(html)).toContain(title);
  }
});

test("what is linked in a text are the addresses named, and no other", async () => {
  const text = "See https://shop.example/a or https://evil.example, or write to help@shop.example.";
  const addresses = ["https://shop.example/a", "help@shop.example"];
  const html = await render(createElement(Linked, { text, addresses }));
  expect(linksIn(html)).toEqual(new Set(["https://shop.example/a", "mailto:help@shop.example"]));
  expect(seenIn(html)).toContain(text);
});
