import { describe, expect, test } from "vitest";
import { delivery } from "../../../server/mails/delivery.tsx";
import { seenIn } from "../../support/mail.ts";
import { DELIVERY, FILE, PACK } from "../../support/sample-mails.ts";

describe("a subscription in a delivery", () => {
  const CLUB = {
    price: 900,
    billingPeriod: "month" as const,
    paidUntil: new Date("2026-12-22T10:00:00Z"),
    ends: false,
  };
  const RENEWS =
    "$9.00 USD a month, renews December 22, 2026. Cancel any time in your account: https://shop.example/account";
  const bodiesOf = async (items: typeof DELIVERY.items) => {
    const { text, html } = await delivery.render({ ...DELIVERY, items });
    return [text, seenIn(html)];
  };

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
    for (const body of await bodiesOf([{ ...PACK, subscription }])) {
      expect(body).toContain(told);
      expect(body).toContain("those of a subscription as long as it is paid for");
      if (subscription.ends) expect(body).not.toMatch(/renews|Cancel any time/);
    }
  });

  test("beside a pack is told of its own line alone", async () => {
    const club = { ...PACK, name: "Printables Club", subscription: CLUB };
    for (const body of await bodiesOf([PACK, club])) {
      expect(body.split(RENEWS)).toHaveLength(2);
      expect(body.indexOf(RENEWS)).toBeGreaterThan(body.indexOf("Printables Club"));
    }
  });
});

test("one file has no ZIP beside it", async () => {
  const items = [{ ...PACK, name: "Book", files: [FILE] }];
  const { text, html } = await delivery.render({ ...DELIVERY, items });
  expect(text + html).not.toContain(".zip");
});

test("a year of files stays small enough not to be cut off", async () => {
  const files = Array.from({ length: 28 }, (_, id) => ({ ...FILE, id }));
  const { html } = await delivery.render({ ...DELIVERY, items: [{ ...PACK, files }] });
  expect(new TextEncoder().encode(html).byteLength).toBeLessThan(102_000);
});
