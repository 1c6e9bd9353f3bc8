import { describe, expect, test } from "vitest";
import { addressChanged } from "../../../server/mails/address-changed.tsx";
import { contactAnswer } from "../../../server/mails/contact-answer.tsx";
import { contactNotice } from "../../../server/mails/contact-notice.tsx";
import { contactThanks } from "../../../server/mails/contact-thanks.tsx";
import { delivery } from "../../../server/mails/delivery.tsx";
import { newVersion } from "../../../server/mails/new-version.tsx";
import type { RenderedMail } from "../../../server/mails/layout.tsx";
import { orderReceived } from "../../../server/mails/order-received.tsx";
import { paymentFailed } from "../../../server/mails/payment-failed.tsx";
import { linksIn, seenIn } from "../../support/mail.ts";
import {
  ADDRESS_CHANGED,
  CONTACT,
  DELIVERY,
  FAILED,
  FILE,
  FRAME,
  NEW_VERSION,
  PACK,
  RECEIVED,
} from "../../support/sample-mails.ts";

describe.each([
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</p></td></a><a href='https://evil.example'>x</a>",
  "<style>*{display:none}</style>",
  "{{constructor}}",
])("%j stays text in", (hostile) => {
  const name = hostile;
  const files = [{ ...FILE, title: hostile }];
  const contact = { ...CONTACT, name, subject: hostile, message: hostile, userAgent: hostile };
  test.each<[string, () => Promise<RenderedMail>]>([
    [
      "a delivery",
      () =>
        delivery.render({
          ...DELIVERY,
          customerName: hostile.replaceAll(" ", ""),
          items: [{ ...PACK, name, files }],
        }),
    ],
    [
      "an order received",
      () =>
        orderReceived.render({
          ...RECEIVED,
          customerName: hostile,
          items: [{ name, price: 100, billingPeriod: null }],
        }),
    ],
    ["a failed payment", () => paymentFailed.render({ ...FAILED, products: [hostile] })],
    [
      "a changed address",
      () => addressChanged.render({ ...ADDRESS_CHANGED, newAddress: `${hostile}@ex••••.com` }),
    ],
    ["thanks", () => contactThanks.render(contact)],
    ["the notice to the support", () => contactNotice.render(contact)],
    ["an answer", () => contactAnswer.render({ ...contact, written: name.replace("//", "") })],
    [
      "a new version",
      () => newVersion.render({ ...NEW_VERSION, product: name, file: files[0] ?? FILE }),
    ],
  ])("%s", async (_mail, write) => {
    const { html } = await write();
    expect(html).not.toMatch(/<script|<img src=x|<style>\*|href='/);
    for (const href of linksIn(html)) expect(href).not.toContain("evil.example");
  });
});

test("thanks have no link but the shop's own, whatever name and message say", async () => {
  const message = "Click http://evil.example or <a href='https://evil.example'>here</a>";
  const mail = { ...CONTACT, message, name: "www.evil.example" };
  const { text, html } = await contactThanks.render(mail);
  expect(linksIn(html)).toEqual(new Set([FRAME.siteUrl, `mailto:${FRAME.supportEmail}`]));
  for (const body of [text, seenIn(html)]) expect(body).not.toContain("evil.example");
});
