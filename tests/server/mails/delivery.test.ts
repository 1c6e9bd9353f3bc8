import { describe, expect, test } from "vitest";
import { delivery } from "../../../server/mails/delivery.tsx";
import { linksIn, seenIn } from "../../support/mail.ts";
import { DELIVERY as MAIL, FILE, PACK } from "../../support/sample-mails.ts";

const CLUB = {
  price: 900,
  billingPeriod: "month" as const,
  paidUntil: new Date("2026-12-22T10:00:00Z"),
  ends: false,
};
const both = async (mail: Parameters<typeof delivery.render>[0]) => {
  const { text, html } = await delivery.render(mail);
  return { html, bodies: [text, seenIn(html)] };
};

test("text and HTML say the same: files, sizes, paper, total, the links' end, where to write", async () => {
  const { subject, text, html } = await delivery.render(MAIL);
  expect(subject).toBe("Your printables are ready (order K7QM-3XRT)");
  const seen = html.replaceAll("<!-- -->", "").replaceAll("&amp;", "&");
  const parts = [
    "Acorn & Oak",
    "Hello Anna,",
    "Premium Pack",
    "Month 1",
    "Open A4",
    "96 pages, 1.2 MB",
    "Open US Letter",
    "96 pages, 840 kB",
    FILE.url,
    PACK.zipUrl ?? "",
    "2.1 MB",
    "K7QM-3XRT",
    "$37.00 USD",
    "January 20, 2027",
    "personal, non-commercial use",
    "help@shop.example",
    "https://shop.example",
  ];
  for (const part of parts) {
    expect(text).toContain(part);
    expect(seen).toContain(part);
  }
  expect(text).not.toMatch(/undefined|null|\[object/);
  expect(html).not.toMatch(/undefined|\[object/);
});

test.each([null, "", "   "])(
  "a buyer without a name (%j) is greeted all the same",
  async (name) => {
    const { text } = await delivery.render({ ...MAIL, customerName: name });
    expect(text).toMatch(/^Hello, thank you/);
  },
);

test("one file has no ZIP beside it", async () => {
  const items = [{ ...PACK, name: "Book", files: [FILE] }];
  const { text, html } = await delivery.render({ ...MAIL, items });
  expect(text).not.toContain(".zip");
  expect(html).not.toContain(".zip");
});

test("it says where the files are when its links have ended", async () => {
  const { html, bodies } = await both(MAIL);
  for (const body of bodies) {
    expect(body).toMatch(/Keep this mail: the links work until January 20, 2027\. After that, and/);
    expect(body).toContain("sign in with anna@example.com at https://shop.example/account");
    expect(body).toContain("Find my order: https://shop.example/orders/find");
  }
  expect([...linksIn(html)]).toEqual(
    expect.arrayContaining(["https://shop.example/account", "https://shop.example/orders/find"]),
  );
});

describe("a subscription", () => {
  const RENEWS =
    "$9.00 USD a month, renews December 22, 2026. Cancel any time in your account: https://shop.example/account";

  test("is not spoken of where nothing renews", async () => {
    for (const body of (await both(MAIL)).bodies) expect(body).not.toMatch(/renew|cancel|a month/i);
  });

  test.each([
    ["its period, when it renews and how to end it", CLUB, RENEWS],
    [
      "a year's",
      { ...CLUB, price: 9000, billingPeriod: "year" as const },
      RENEWS.replace("$9.00 USD a month", "$90.00 USD a year"),
    ],
    [
      "without a day where none is known",
      { ...CLUB, paidUntil: null },
      RENEWS.replace(", renews December 22, 2026", ""),
    ],
    [
      "that it ends, and when, once it is cancelled",
      { ...CLUB, ends: true },
      "$9.00 USD a month, cancelled: it ends on December 22, 2026.",
    ],
  ])("is told %s", async (_name, subscription, told) => {
    for (const body of (await both({ ...MAIL, items: [{ ...PACK, subscription }] })).bodies) {
      expect(body).toContain(told);
      expect(body).toContain("those of a subscription as long as it is paid for");
      if (subscription.ends) expect(body).not.toMatch(/renews|Cancel any time/);
    }
  });

  test("beside a pack is told of its own line alone", async () => {
    const club = { ...PACK, name: "Printables Club", subscription: CLUB };
    const { bodies } = await both({ ...MAIL, items: [PACK, club] });
    for (const body of bodies) {
      expect(body.split(RENEWS)).toHaveLength(2);
      expect(body.indexOf(RENEWS)).toBeGreaterThan(body.indexOf("Printables Club"));
    }
  });
});

test.each([
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</a><a href='https://evil.example'>",
  "{{constructor}}",
])("a name or title like %j stays text", async (hostile) => {
  const items = [{ ...PACK, name: hostile, files: [{ ...FILE, title: hostile }] }];
  const { html } = await delivery.render({
    ...MAIL,
    customerName: hostile.replaceAll(" ", ""),
    items,
  });
  expect(html).not.toMatch(/<script|<img src=x|href='https:\/\/evil/);
});

test("a year of files stays small enough not to be cut off", async () => {
  const files = Array.from({ length: 28 }, (_, i) => ({ ...FILE, id: i }));
  const { html } = await delivery.render({ ...MAIL, items: [{ ...PACK, files }] });
  expect(new TextEncoder().encode(html).byteLength).toBeLessThan(102_000);
});
