import { expect, test } from "vitest";
import { greetingOf, nameForGreeting, withoutLinks } from "../../../server/mails/words.ts";

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

test("what was meant can still be read, and an ordinary message stays as it is", () => {
  const written = "See https://evil.example/path or mail bob@evil.org, +1 (900) 555-1234";
  const quoted = "See evil . example/path or mail bob (at) evil . org, (number)";
  expect(withoutLinks(written)).toBe(quoted);
  const message = "Hello,\n\nit costs 3 or 4 pages. Is that right? Order K7QM-3XRT.\nThank you!";
  expect(withoutLinks(message)).toBe(message);
});

test.each([
  ["Anna Bear", "Anna Bear", "Hello Anna,"],
  ["Zoë O’Neil-Ruiz Jr.", "Zoë O’Neil-Ruiz Jr", "Hello Zoë,"],
  ["  Anna   Bear ", "Anna Bear", "Hello Anna,"],
  ["Anna <b>Bear</b>", "Anna bBearb", "Hello Anna,"],
  ["http://evil.example/win", "", "Hello,"],
  ["www.evil.example", "", "Hello,"],
  ["evil.example", "evil. example", "Hello,"],
  ["bob@evil.org", "", "Hello,"],
  ["Bob ＠ evil", "", "Hello,"],
  ["Dr. Anna Bear", "Dr. Anna Bear", "Hello Anna,"],
  ["Prof. Dr. Anna Bear", "Prof. Dr. Anna Bear", "Hello Anna,"],
  ["Frau Anna Bear", "Frau Anna Bear", "Hello Anna,"],
  ["MRS Anna Bear", "MRS Anna Bear", "Hello Anna,"],
  ["Dott.ssa Anna Bear", "Dott. ssa Anna Bear", "Hello Anna,"],
  ["Mrs. Bear", "Mrs. Bear", "Hello,"],
  ["Dr.", "Dr", "Hello,"],
  ["A. Bear", "A. Bear", "Hello,"],
  ["Dr. A. Bear", "Dr. A. Bear", "Hello,"],
  ["12345", "", "Hello,"],
  ["你好", "你好", "Hello 你好,"],
  ["x".repeat(100), "x".repeat(40), `Hello ${"x".repeat(40)},`],
  ["", "", "Hello,"],
  ["   ", "", "Hello,"],
])("%j is the name %j and greeted %j", (name, shown, greeting) => {
  expect(nameForGreeting(name)).toBe(shown);
  expect(greetingOf(name)).toBe(greeting);
});
