import { describe, expect, test } from "vitest";
import { MESSAGE, openDesk, SUPPORT } from "../../support/contact.ts";
import { linksIn, loadsIn } from "../../support/mail.ts";
import { DAY_MS } from "../../support/money.ts";

type Desk = ReturnType<typeof openDesk>;

const clientNo = (i: number) => `198.51.${Math.floor(i / 250)}.${(i % 250) + 1}`;
const thanksOf = (desk: Desk) => desk.mails.filter(({ to }) => to !== SUPPORT);

const URLS = [
  ["http://evil.example/win", "HTTPS://EVIL.EXAMPLE", "www.evil.example", "evil.example/a?b=c"],
  ["//evil.example", "mailto:bob@evil.example", "bob@evil.example", "tel:+19005551234"],
  ["javascript:alert(1)", "data:text/html,<b>evil.example</b>", "ftp://evil.example"],
  [
    "ｈｔｔｐ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ",
    "ht\u200btp://evil\u200b.example",
    "hhttpttp://evil.example",
  ],
  ["evil\u3002example", "198.51.100.7/win", "xn--e1awd7f.example", "пример.рф/приз"],
  ["+1 (900) 555-1234", "[win](http://evil.example)"],
].flat();
const WRAPS: ((url: string) => string)[] = [
  (url) => `Claim your prize at ${url} now`,
  (url) => `<a href="${url}">Claim your prize</a>`,
  (url) => `<img src=x onerror="location='${url}'"> hello there`,
  (url) => `</p></td></table><script>location="${url}"</script>`,
  (url) => `line one\r\nBcc: victim@example.org\r\n\r\n${url}`,
];
const HOSTILE = URLS.flatMap((url) => WRAPS.map((wrap) => wrap(url)));

test("100 hostile messages: one thank-you each, nothing in it can be clicked", async () => {
  expect(HOSTILE).toHaveLength(100);
  const desk = openDesk();
  for (const [i, message] of HOSTILE.entries()) {
    const email = `victim${i}@example.org`;
    const name = message.replaceAll(/\s+/g, " ").slice(0, 100);
    const response = await desk.send({ ...MESSAGE, email, name, message }, clientNo(i));
    expect(response.status).toBe(200);
  }
  await desk.settle();
  const thanks = thanksOf(desk);
  expect(new Set(thanks.map(({ to }) => to)).size).toBe(100);
  expect(thanks).toHaveLength(100);
  for (const { to, subject, text, html } of thanks) {
    expect(subject).toBe("Thank you for contacting Papercub");
    expect(linksIn(html)).toEqual(new Set(["http://localhost:3000", `mailto:${SUPPORT}`]));
    const known = [to, SUPPORT, "http://localhost:3000"];
    const strange = known.reduce((rest, own) => rest.replaceAll(own, ""), text);
    expect(strange).not.toMatch(/https?|www\b|:\/\/|\S@\S|[^\s.][.。][^\s.]|\d{7}/i);
  }
  for (const { html } of desk.mails) {
    expect(html).not.toMatch(/<(?:script|style|form)/i);
    expect(loadsIn(html)).toEqual(["http://localhost:3000/pictures/apple-touch-icon.png"]);
  }
});

test("100 messages about one address: one mail to it, all of them to the support", async () => {
  const desk = openDesk();
  const spellings = ["victim", "VICTIM", "vic.tim", "victim+a"].map((name) => `${name}@gmail.com`);
  for (let i = 0; i < 100; i++) {
    const email = spellings[i % spellings.length];
    expect((await desk.send({ ...MESSAGE, email }, clientNo(i))).status).toBe(200);
  }
  await desk.settle();
  expect(thanksOf(desk)).toHaveLength(1);
  expect(desk.submissions()).toHaveLength(100);
  expect(desk.mails).toHaveLength(101);
});

test("the day of an address runs from its last thank-you mail, not from midnight", async () => {
  const desk = openDesk();
  const steps = [
    [0, 1],
    [DAY_MS - 1, 1],
    [1, 2],
  ] as const;
  for (const [nth, [ms, thanked]] of steps.entries()) {
    desk.clock.advance(ms);
    await desk.send(MESSAGE, clientNo(nth));
    await desk.settle();
    expect(thanksOf(desk)).toHaveLength(thanked);
  }
});

describe("one client", () => {
  test("is thanked three times an hour, and every message arrives", async () => {
    const desk = openDesk();
    for (let i = 0; i < 10; i++) {
      const email = `person${i}@example.org`;
      expect((await desk.send({ ...MESSAGE, email })).status).toBe(200);
    }
    await desk.settle();
    expect(thanksOf(desk)).toHaveLength(3);
    expect(desk.mails).toHaveLength(13);
    expect(desk.submissions().map(({ status }) => status)).toEqual(Array(10).fill("new"));
  });

  test("is counted for what it sent well alone", async () => {
    const desk = openDesk();
    for (let i = 0; i < 5; i++) await desk.send({ ...MESSAGE, message: "short" });
    await desk.send(MESSAGE);
    await desk.settle();
    expect(thanksOf(desk)).toHaveLength(1);
  });
});

test("hostile addresses are refused, and no mail is queued", async () => {
  const desk = openDesk();
  const addresses = [
    ["a@example.com,b@example.com", "a@example.com\r\nBcc: b@example.com", "a@example.com\n"],
    ["a@example.com%0ABcc:b@example.com", '"a b"@example.com', "a@example.com\u0000"],
    ['"b@example.com"@evil.example', "a@example.com <b@example.com>", "Anna <a@example.com>"],
    ["group: a@example.com, b@example.com;", "a@[192.0.2.1]"],
    [`${"a".repeat(250)}@example.com`, "а@example.com\u202e"],
  ].flat();
  for (const [i, email] of addresses.entries()) {
    const response = await desk.send({ ...MESSAGE, email }, clientNo(i));
    expect([email, response.status]).toEqual([email, 422]);
  }
  expect(desk.submissions()).toEqual([]);
  expect(desk.queued()).toEqual([]);
});
