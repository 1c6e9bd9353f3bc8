import { expect, test } from "vitest";
import {
  type PaymentFailedMail,
  renderPaymentFailed,
} from "../../../server/emails/payment-failed.tsx";

const MAIL: PaymentFailedMail = {
  orderNumber: "K7QM-3XRT",
  brand: "Acorn & Oak",
  supportEmail: "help@shop.example",
  siteUrl: "https://shop.example",
  demo: false,
};

test("text and HTML say the same: the order, that nothing was charged, where to order", async () => {
  const { subject, text, html } = await renderPaymentFailed(MAIL);
  expect(subject).toBe("The payment for order K7QM-3XRT did not go through");
  const seen = html.replaceAll("<!-- -->", "").replaceAll("&amp;", "&");
  const parts = [
    "Your bank did not confirm the payment for order K7QM-3XRT.",
    "Nothing was charged",
    "https://shop.example/#pricing",
    "Acorn & Oak",
  ];
  for (const part of parts) {
    expect(text).toContain(part);
    expect(seen).toContain(part);
  }
  expect(text + html).not.toMatch(/undefined|null|\[object/);
});

test("it opens nothing, and loads nothing from anywhere", async () => {
  const { text, html } = await renderPaymentFailed(MAIL);
  expect(text + html).not.toMatch(/\/files\/|token=|cs_(test|live)_|<form/);
  expect(html).not.toMatch(/<img|<link|@import|url\(|src=/);
});

test("the demo's mail says so, the other does not", async () => {
  expect((await renderPaymentFailed({ ...MAIL, demo: true })).html).toMatch(/demo/i);
  expect((await renderPaymentFailed(MAIL)).html).not.toMatch(/demo/i);
});
