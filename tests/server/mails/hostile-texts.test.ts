import { describe, expect, test } from "vitest";
import {
  contactAnswer,
  contactNotice,
  contactThanks,
} from "../../../server/mails/contact-mails.tsx";
import { delivery } from "../../../server/mails/delivery.tsx";
import { accessEnded, orderRefunded } from "../../../server/mails/end-mails.ts";
import type { RenderedMail } from "../../../server/mails/layout.tsx";
import {
  addressChanged,
  newVersion,
  orderReceived,
  paymentFailed,
} from "../../../server/mails/order-notices.tsx";
import { linksIn } from "../../support/mail.ts";
import {
  ADDRESS_CHANGED,
  CONTACT,
  DELIVERY,
  ENDED,
  FAILED,
  FILE,
  NEW_VERSION,
  PACK,
  RECEIVED,
  REFUNDED,
} from "../../support/sample-mails.ts";

describe("hostile texts stay texts in", () => {
  const name = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</p></td></a><a href='https://evil.example'>x</a>",
    "<style>*{display:none}</style>",
    "{{constructor}}",
  ].join(" ");
  const files = [{ ...FILE, title: name }];
  const item = { name, price: 100, type: "digital" as const, billingPeriod: null };
  const contact = { ...CONTACT, name, subject: name, message: name, userAgent: name };
  const mails: [string, () => Promise<RenderedMail>][] = [
    ["a delivery", () => delivery.render({ ...DELIVERY, items: [{ ...PACK, name, files }] })],
    [
      "an order received",
      () => orderReceived.render({ ...RECEIVED, customerName: name, items: [item] }),
    ],
    ["a failed payment", () => paymentFailed.render({ ...FAILED, products: [name] })],
    ["a changed address", () => addressChanged.render({ ...ADDRESS_CHANGED, newAddress: name })],
    ["a refund", () => orderRefunded.render({ ...REFUNDED, customerName: name, ended: [name] })],
    ["an end of access", () => accessEnded.render({ ...ENDED, names: [name] })],
    ["thanks", () => contactThanks.render(contact)],
    ["the notice to the support", () => contactNotice.render(contact)],
    ["an answer", () => contactAnswer.render({ ...contact, written: name.replace("//", "") })],
    [
      "a new version",
      () => newVersion.render({ ...NEW_VERSION, product: name, file: { ...FILE, title: name } }),
    ],
  ];
  test.each(mails)("%s", async (_mail, write) => {
    const { html } = await write();
    expect(html).not.toMatch(/<script|<img src=x|<style>\*|href='/);
    for (const href of linksIn(html)) expect(href).not.toContain("evil.example");
  });
});
