import { expect, test } from "vitest";
import { orderReceived } from "../../../server/mails/order-received.tsx";
import { linksIn, seenIn } from "../../support/mail.ts";
import { RECEIVED as MAIL } from "../../support/sample-mails.ts";

const bodiesOf = async (mail = MAIL) => {
  const { text, html } = await orderReceived.render(mail);
  return { html, bodies: [text, seenIn(html)] };
};

test("it brings no file, and leads to the order's page, the account and Find my order", async () => {
  const { text, html } = await orderReceived.render(MAIL);
  expect(text + html).not.toMatch(/\/files\/|token=/);
  expect(linksIn(html)).toEqual(
    new Set([
      "https://shop.example",
      "https://shop.example/account",
      "https://shop.example/checkout/success?sessionId=cs_test_a1B2c3D4",
      "https://shop.example/orders/find",
      "mailto:help@shop.example",
    ]),
  );
  for (const url of linksIn(html)) expect(text).toContain(url.replace("mailto:", ""));
});

test("text and HTML name the order, its products and amount, and what happens next", async () => {
  expect((await orderReceived.render(MAIL)).subject).toBe(
    "Order received, waiting for your bank (K7QM-3XRT)",
  );
  for (const body of (await bodiesOf()).bodies) {
    for (const part of [
      "Hello Anna,",
      "Your bank has not confirmed the payment yet",
      "Order number: K7QM-3XRT",
      "Premium Pack: $37.00 USD",
      "Printables Club: $9.00 USD a month",
      "Total: $46.00 USD",
      "as soon as the bank confirms, we mail your files to anna@example.com.",
      "sign in with anna@example.com at https://shop.example/account",
      "Did you not order this?",
    ]) {
      expect(body).toContain(part);
    }
  }
});

test("it promises word of a refusal only where one would come", async () => {
  const word = "If it refuses, nothing is charged, and we tell you.";
  for (const body of (await bodiesOf()).bodies) expect(body).toContain(word);
  const { bodies } = await bodiesOf({ ...MAIL, refusalEnds: false });
  for (const body of bodies) expect(body).not.toContain("refuses");
});

test.each([
  ["http://evil.example/win", "Hello,"],
  ["www.evil.example", "Hello,"],
  ["evil.example", "Hello evil.,"],
])("a buyer who calls themselves %s greets nobody with a link", async (customerName, greeting) => {
  for (const body of (await bodiesOf({ ...MAIL, customerName })).bodies) {
    expect(body).toContain(`${greeting} thank you for your order.`);
    expect(body).not.toContain("evil.example");
  }
});

test("hostile names stay text", async () => {
  const hostile = '"><img src=x onerror=alert(1)>';
  const items = [{ name: hostile, price: 100, billingPeriod: null }];
  const { html } = await orderReceived.render({ ...MAIL, customerName: hostile, items });
  expect(html).not.toContain("<img src=x");
});
