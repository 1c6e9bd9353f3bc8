import { expect, test } from "vitest";
import { signInCode } from "../../../server/mails/sign-in-code.tsx";
import {
  contactAnswer,
  contactNotice,
  contactThanks,
} from "../../../server/mails/contact-mails.tsx";
import { delivery } from "../../../server/mails/delivery.tsx";
import {
  addressChanged,
  newVersion,
  orderReceived,
  paymentFailed,
} from "../../../server/mails/order-notices.tsx";
import { alarm, contactSuspects } from "../../../server/mails/owner-mails.ts";
import { type Said, testSaid } from "../../support/said-mails.ts";
import {
  ADDRESS_CHANGED,
  ALARM,
  ANSWER,
  CODE_LINK,
  CONTACT,
  DELIVERY,
  FAILED,
  FILE,
  FRAME,
  NEW_VERSION,
  PACK,
  RECEIVED,
} from "../../support/sample-mails.ts";

const ACCOUNT = `${FRAME.siteUrl}/account`;
const RECEIPT = `${ACCOUNT}/orders/K7QM-3XRT`;
const WITHDRAW = `${FRAME.siteUrl}/withdraw`;
const PAPERS = [RECEIPT, String(DELIVERY.invoiceUrl), WITHDRAW];
const FIND = `${FRAME.siteUrl}/orders/find`;
const OPENS_A_FILE = /\/files\/|token=/;
const CLUB = {
  price: 900,
  billingPeriod: "month" as const,
  paidUntil: new Date("2026-12-22T10:00:00Z"),
  ends: false,
};
const CANCEL = `Cancel any time in your account: ${ACCOUNT}`;
const ASKS_OR_OPENS = /\/files\/|token=|cs_(test|live)_|<form|<button/;

const SAID: Said[] = [
  {
    name: "a delivery: files, sizes, paper, total, the links' end, and the way back after it",
    mail: () => delivery.render(DELIVERY),
    subject: "Your printables are ready (order K7QM-3XRT)",
    says: [
      "Acorn & Oak | Hello Anna, | Premium Pack | Month 1 | K7QM-3XRT | $37.00 USD",
      "Open A4 | 96 pages, 1.2 MB | Open US Letter | 96 pages, 840 kB | 2.1 MB",
      "Keep this email: the links work until January 20, 2027. Later, sign in",
      `sign in with anna@example.com at ${ACCOUNT} or use Find my order: ${FIND}`,
      "Personal license. For personal, non-commercial use",
      "More for you | Classroom Pack: upgrade for $62.00 USD instead of $99.00 USD",
      "Dinosaur Busy Book: $12.00 USD | See all in your account",
      "help@shop.example",
    ],
    never: /renew|cancel|a month/i,
    links: [...PACK.files.map(({ url }) => url), PACK.zipUrl ?? "", ...PAPERS, ACCOUNT, FIND],
  },
  {
    name: "an order received: what was ordered, its amount, what happens next, no file",
    mail: () => orderReceived.render(RECEIVED),
    subject: "Order received, waiting for your bank (K7QM-3XRT)",
    says: [
      "Hello Anna, | Your bank hasn't confirmed the payment yet",
      "Order number: K7QM-3XRT | Premium Pack: $37.00 USD | Total: $46.00 USD",
      "Printables Club: $9.00 USD a month",
      "as soon as the bank confirms, we'll email you at anna@example.com.",
      "If it declines the payment, nothing is charged, and we'll let you know.",
      `sign in with anna@example.com at ${ACCOUNT}`,
      "If you didn't order this, somebody mistyped an address.",
    ],
    never: OPENS_A_FILE,
    links: [ACCOUNT, FIND, RECEIVED.orderUrl],
  },
  {
    name: "an order received, where no word of a refusal would come: none is promised",
    mail: () => orderReceived.render({ ...RECEIVED, refusalEnds: false }),
    subject: "Order received, waiting for your bank (K7QM-3XRT)",
    says: ["Your bank hasn't confirmed the payment yet"],
    never: /refuses/,
  },
  ...[
    {
      is: "a month's, which renews",
      terms: {},
      text: `$9.00 USD a month, renews December 22, 2026. ${CANCEL}`,
    },
    {
      is: "a year's, of which no day is known",
      terms: { price: 9000, billingPeriod: "year" as const, paidUntil: null },
      text: `$90.00 USD a year. ${CANCEL}`,
    },
    {
      is: "cancelled",
      terms: { ends: true },
      text: "$9.00 USD a month, cancelled: it ends on December 22, 2026.",
      never: /renews|Cancel any time/,
    },
  ].map(({ is, terms, text, never = /$^/ }) => ({
    name: `the delivery of a subscription that is ${is}`,
    mail: () =>
      delivery.render({ ...DELIVERY, items: [{ ...PACK, subscription: { ...CLUB, ...terms } }] }),
    subject: "Your printables are ready (order K7QM-3XRT)",
    says: [`${text} | those to subscription files only while you subscribe`],
    never,
  })),
  {
    name: "a delivery of one file to a buyer without a name: no ZIP",
    mail: () =>
      delivery.render({ ...DELIVERY, customerName: null, items: [{ ...PACK, files: [FILE] }] }),
    subject: "Your printables are ready (order K7QM-3XRT)",
    says: ["Hello, thank you"],
    never: /\.zip/,
  },
  {
    name: "a failed payment: the order, its products, that nothing was charged, where to order",
    mail: () => paymentFailed.render(FAILED),
    subject: "The payment for order K7QM-3XRT didn't go through",
    says: [
      "Your bank didn't confirm the payment for order K7QM-3XRT.",
      "You ordered: Premium Pack, Dinosaur Busy Book.",
      "Nothing was charged",
    ],
    never: ASKS_OR_OPENS,
    links: [`${FRAME.siteUrl}/#pricing`],
  },
  {
    name: "a changed address: masked, what ended, where to write; it opens and asks for nothing",
    mail: () => addressChanged.render(ADDRESS_CHANGED),
    subject: "Order K7QM-3XRT has a new email address",
    says: [
      "K7QM-3XRT | ri••••@ex••••.com | help@shop.example | Acorn & Oak",
      "the links we sent to this address no longer work",
      "you didn't ask for this | you can delete this email",
    ],
    never: ASKS_OR_OPENS,
    links: [],
  },
  {
    name: "a code: nothing to click that would sign in, and no word of an order",
    mail: () => signInCode.render({ ...FRAME, code: "042137" }),
    subject: "042137 is your Acorn & Oak code",
    says: [
      "042137",
      "It works for 10 minutes, in the browser where you asked for it.",
      "If you didn't ask for it, ignore this email: nobody can sign in without the code.",
    ],
    never: /\border\b/,
    links: [],
  },
  {
    name: "codes that are switched off: why, and a link in place of a code",
    mail: () => signInCode.render({ ...FRAME, code: null, link: CODE_LINK, why: "guesses" }),
    subject: "Sign-in codes are switched off for your address",
    says: [
      "Too many wrong codes were tried",
      "This link still signs you in: once, within 10 minutes",
      "If you didn't ask for it, ignore this email: nobody has signed in.",
    ],
    // Hex colours also have six digits.
    never: /(?<![#\dA-F])\b\d{6}\b/i,
    links: [CODE_LINK],
  },
  {
    name: "thanks: name, address and message, and the promise of a reply",
    mail: () => contactThanks.render(CONTACT),
    subject: "Thank you for contacting Acorn & Oak",
    says: [
      "Hello Anna Bear, thank you",
      "anna@example.com | within 24-48 hours | the maze does not print. | help@shop.example",
      "This is an automatic message; please don't reply to it.",
    ],
    links: [],
  },
  {
    name: "thanks without the message, as the owner wants it, to a sender without a name",
    mail: () => contactThanks.render({ ...CONTACT, quoted: false, name: "12345" }),
    subject: "Thank you for contacting Acorn & Oak",
    says: ["Hello, thank you"],
    never: /maze/,
  },
  {
    name: "the notice to the support: all that is known, answered to the sender",
    mail: () => contactNotice.render(CONTACT),
    subject: "Contact form: Month 3",
    replyTo: "anna@example.com",
    says: [
      "Anna Bear | anna@example.com | Month 3 | the maze does not print. | no. 12",
      "Test Browser 1 | Desktop | 21 Nov 2026, 10:00:00 | 21 Nov 2026, 11:00:00 | en-US",
      "1280x800 | Sent: November 21, 2026",
    ],
  },
  {
    name: "the notice of a message without a subject: its sender, and nothing that is unknown",
    mail: () =>
      contactNotice.render({ ...CONTACT, subject: null, userAgent: null, screenResolution: null }),
    subject: "Contact form: message from Anna Bear",
    replyTo: "anna@example.com",
    says: ["Anna Bear"],
    never: /Browser:|undefined|null/,
  },
  {
    name: "the answer to a message: its words, and the message below them with no way out",
    mail: () => contactAnswer.render({ ...ANSWER, message: "See http://evil.example/x" }),
    subject: "Re: Month 3",
    says: ["Hello Anna Bear, | Thank you for telling us. | You wrote: | Reply to this email"],
    never: /evil\.example/,
    links: [ACCOUNT],
  },
  {
    name: "the answer to a message whose subject would add a line to the mail's head",
    mail: () => contactAnswer.render({ ...ANSWER, subject: "a\r\nBcc: b@example.com", name: "" }),
    subject: "Re: a Bcc: b@example.com",
    says: ["Hello, | the maze does not print."],
  },
  {
    name: "the answer to a message without a subject",
    mail: () => contactAnswer.render({ ...ANSWER, subject: null }),
    subject: "Your message to Acorn & Oak",
    says: [],
  },
  {
    name: "a new version: of what, that it costs nothing, its link, and the way back after it",
    mail: () => newVersion.render(NEW_VERSION),
    subject: "A new version of Month 1 (A4) is ready",
    says: [
      "Hello Anna, | Month 1 (A4) | part of your Premium Pack | It costs nothing",
      "Open the new version | 96 pages, 1.2 MB. The link | until January 20, 2027 | order K7QM-3XRT",
      `sign in with anna@example.com at ${ACCOUNT} or use Find my order: ${FIND}`,
    ],
    links: [FILE.url, ACCOUNT, FIND, NEW_VERSION.stop],
  },
  {
    name: "a new version of a file whose title would add a line to the mail's head",
    mail: () => newVersion.render({ ...NEW_VERSION, file: { ...FILE, title: "a\r\nBcc: b" } }),
    subject: "A new version of a Bcc: b is ready",
    says: ["a Bcc: b"],
  },
  {
    name: "an alarm: what is wrong, what to do, since when, and the health page",
    mail: () => alarm.render(ALARM),
    subject: "Acorn & Oak needs your attention: Clock",
    says: [
      "6 minutes ahead of | What to do: Set this machine's clock | November 21, 2026 at 10:00 AM UTC",
    ],
  },
  {
    name: "the notice of messages held back: the day and nothing else",
    mail: () => contactSuspects.render({ ...FRAME, day: "2026-11-21" }),
    subject: "Contact form: messages held back on 2026-11-21",
    says: ["2026-11-21 | status “suspect” | once a day at most"],
  },
];

testSaid(SAID);

test("a code comes first in the text", async () => {
  const { text } = await signInCode.render({ ...FRAME, code: "042137" });
  expect(text).toMatch(/^Your sign-in code: 042137\n/);
});

test("a pack next to a subscription has no renewal", async () => {
  const club = { ...PACK, name: "Printables Club", subscription: CLUB };
  const { text } = await delivery.render({ ...DELIVERY, items: [PACK, club] });
  expect(text.split(CANCEL)).toHaveLength(2);
  expect(text.indexOf(CANCEL)).toBeGreaterThan(text.indexOf("Printables Club"));
});

test("the prices under “More for you” have the shop's tax note", async () => {
  const { text } = await delivery.render({ ...DELIVERY, tax: "added" });
  expect(text).toContain("upgrade for $62.00 USD plus tax instead of $99.00 USD\n");
  expect(text).toContain("Dinosaur Busy Book: $12.00 USD plus tax\n");
  expect(text.match(/plus tax/g)).toHaveLength(2);
});

test("each item of a delivery has the terms of its own licence", async () => {
  const items = [PACK, { ...PACK, name: "Premium Class", licence: "classroom" as const }];
  const { text } = await delivery.render({ ...DELIVERY, items });
  expect(text).toMatch(/Premium Pack\nPersonal license\. .*Premium Class\nClassroom license\. /s);
});

test("a year of files stays below the size at which mail programs cut off", async () => {
  const files = Array.from({ length: 28 }, (_, id) => ({ ...FILE, id }));
  const { html } = await delivery.render({ ...DELIVERY, items: [{ ...PACK, files }] });
  expect(new TextEncoder().encode(html).byteLength).toBeLessThan(102_000);
});
