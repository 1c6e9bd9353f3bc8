import { expect, test } from "vitest";
import { addressChanged } from "../../../server/mails/address-changed.tsx";
import { linksIn } from "../../support/mail.ts";
import { ADDRESS_CHANGED as MAIL } from "../../support/sample-mails.ts";

test("text and HTML say the same: the order, the masked address, what ended, where to write", async () => {
  const { subject, text, html } = await addressChanged.render(MAIL);
  expect(subject).toBe("Order K7QM-3XRT has a new email address");
  const seen = html.replaceAll("<!-- -->", "").replaceAll("&amp;", "&");
  const parts = [
    "K7QM-3XRT",
    "ri••••@ex••••.com",
    "the links we sent to this address no longer work",
    "you did not ask for this",
    "you can delete this mail",
    "help@shop.example",
    "https://shop.example",
    "Acorn & Oak",
  ];
  for (const part of parts) {
    expect(text).toContain(part);
    expect(seen).toContain(part);
  }
  expect(text + html).not.toMatch(/undefined|null|\[object/);
});

test("it leads to no file and asks for nothing: whoever gets it may be a stranger", async () => {
  const { text, html } = await addressChanged.render(MAIL);
  expect(text + html).not.toMatch(/\/files\/|token=|cs_(test|live)_|<form|<button/);
  expect(linksIn(html)).toEqual(new Set(["https://shop.example", "mailto:help@shop.example"]));
});

test("a hostile address stays text", async () => {
  const newAddress = `"><img src=x onerror=alert(1)>••••@ex••••.com`;
  const { html } = await addressChanged.render({ ...MAIL, newAddress });
  expect(html).not.toContain("<img src=x");
});
