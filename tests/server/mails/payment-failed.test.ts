import { expect, test } from "vitest";
import { paymentFailed } from "../../../server/mails/payment-failed.tsx";
import { seenIn } from "../../support/mail.ts";
import { FAILED as MAIL } from "../../support/sample-mails.ts";

test("text and HTML say the same: the order, its products, that nothing was charged, where to order", async () => {
  const { subject, text, html } = await paymentFailed.render(MAIL);
  expect(subject).toBe("The payment for order K7QM-3XRT did not go through");
  for (const part of [
    "Your bank did not confirm the payment for order K7QM-3XRT.",
    "You ordered: Premium Pack, Dinosaur Busy Book.",
    "Nothing was charged",
  ]) {
    expect(text).toContain(part);
    expect(seenIn(html)).toContain(part);
  }
  for (const body of [text, html]) expect(body).toContain("https://shop.example/#pricing");
});

test("it opens nothing", async () => {
  const { text, html } = await paymentFailed.render(MAIL);
  expect(text + html).not.toMatch(/\/files\/|token=|cs_(test|live)_|<form/);
});

test("a hostile product's name stays text", async () => {
  const products = ['"><img src=x onerror=alert(1)>'];
  const { html } = await paymentFailed.render({ ...MAIL, products });
  expect(html).not.toContain("<img src=x");
});
