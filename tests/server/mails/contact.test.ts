import { describe, expect, test } from "vitest";
import { contactNotice } from "../../../server/mails/contact-notice.tsx";
import { nameForGreeting, withoutLinks } from "../../../server/mails/words.ts";
import { contactSuspects } from "../../../server/mails/contact-suspects.tsx";
import { contactThanks } from "../../../server/mails/contact-thanks.tsx";
import { linksIn, seenIn } from "../../support/mail.ts";
import { CONTACT as MAIL, FRAME } from "../../support/sample-mails.ts";

describe("the thank-you mail", () => {
  test("thanks, names name, address and message, and promises a reply", async () => {
    const { subject, text, html, replyTo } = await contactThanks.render(MAIL);
    expect(subject).toBe("Thank you for contacting Acorn & Oak");
    expect(replyTo).toBeUndefined();
    for (const part of [
      "Hello Anna Bear, thank you",
      "anna@example.com",
      "within 24-48 hours",
      "the maze does not print.",
      "This is an automatic message; please do not reply to it.",
      "help@shop.example",
    ]) {
      expect(text).toContain(part);
      expect(seenIn(html)).toContain(part);
    }
  });

  test("leaves the message out when the owner wants it so", async () => {
    const { text, html } = await contactThanks.render({ ...MAIL, quoted: false });
    expect(text + html).not.toContain("maze");
  });

  test("has no link but the shop's own", async () => {
    const message = "Click http://evil.example or <a href='https://evil.example'>here</a>";
    const { html } = await contactThanks.render({ ...MAIL, message, name: "www.evil.example" });
    expect(linksIn(html)).toEqual(new Set(["https://shop.example", "mailto:help@shop.example"]));
  });
});

test.each([
  "See https://evil.example/path?a=b",
  "HTTP://EVIL.example",
  "www.evil.com now",
  "mail bob@evil.org",
  "ｈｔｔｐｓ：//evil。example",
  "ht\u200btp://evil\u2024com",
  "hhttpttp://evil.com",
  "call +1 (900) 555-1234!",
  "javascript:alert(1)",
  "mailto:bob@evil.org",
  "evil.com:8080/x",
  "192.168.10.20",
  "\\\\server\\share",
])("in %j nothing can be clicked", (written) => {
  expect(withoutLinks(written)).not.toMatch(/https?|www\b|:\/\/|\S@\S|\S[.。]\S|\d{7}/i);
});

test("what was meant can still be read", () => {
  const quoted = withoutLinks(
    "See https://evil.example/path or mail bob@evil.org, +1 (900) 555-1234",
  );
  expect(quoted).toBe("See evil . example/path or mail bob (at) evil . org, (number)");
});

test("an ordinary message stays readable", () => {
  const message = "Hello,\n\nit costs 3 or 4 pages. Is that right? Order K7QM-3XRT.\nThank you!";
  expect(withoutLinks(message)).toBe(message);
});

test.each([
  ["Anna Bear", "Anna Bear"],
  ["Zoë O’Neil-Ruiz Jr.", "Zoë O’Neil-Ruiz Jr"],
  ["  Anna   Bear ", "Anna Bear"],
  ["Anna <b>Bear</b>", "Anna bBearb"],
  ["http://evil.example", ""],
  ["www.evil.example", ""],
  ["evil.example", "evil. example"],
  ["bob@evil.org", "bobevil. org"],
  ["12345", ""],
  ["你好", "你好"],
  ["x".repeat(100), "x".repeat(40)],
])("the name %j greets as %j", (name, greeting) => {
  expect(nameForGreeting(name)).toBe(greeting);
});

test("a sender without a name is greeted all the same", async () => {
  const { text } = await contactThanks.render({ ...MAIL, name: "12345" });
  expect(text).toMatch(/^Hello, thank you/);
});

describe("the notice to the support", () => {
  test("holds everything that is known, and is answered to the sender", async () => {
    const { subject, text, html, replyTo } = await contactNotice.render(MAIL);
    expect(subject).toBe("Contact form: Month 3");
    expect(replyTo).toBe("anna@example.com");
    const values = [
      MAIL.name,
      MAIL.email,
      "Month 3",
      "the maze does not print.",
      "no. 12",
      MAIL.userAgent,
      MAIL.deviceType,
      MAIL.localTime,
      MAIL.italianTime,
      MAIL.browserLanguage,
      MAIL.screenResolution,
      MAIL.sentAt,
    ];
    for (const value of values) {
      expect(text).toContain(value);
      expect(seenIn(html)).toContain(value);
    }
  });

  test("names the sender when there is no subject, and leaves out what is unknown", async () => {
    const { subject, text, html } = await contactNotice.render({
      ...MAIL,
      subject: null,
      userAgent: null,
      screenResolution: null,
    });
    expect(subject).toBe("Contact form: message from Anna Bear");
    expect(text + html).not.toMatch(/Browser:|undefined|null/);
  });

  test.each([
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</p></td><a href='https://evil.example'>x</a>",
    "<style>*{display:none}</style>",
  ])("%j stays text", async (hostile) => {
    const { html } = await contactNotice.render({
      ...MAIL,
      name: hostile,
      subject: hostile,
      message: hostile,
      userAgent: hostile,
    });
    expect(html).not.toMatch(/<(?:script|img src=x|style)|href='https/);
  });
});

test("the notice of held-back messages names the day and nothing else", async () => {
  const { subject, text, html } = await contactSuspects.render({
    ...FRAME,
    day: "2026-11-21",
  });
  expect(subject).toContain("2026-11-21");
  expect(text).toContain('status "suspect"');
  expect(text).toContain("once a day at most");
  expect(html).toContain("2026-11-21");
});
