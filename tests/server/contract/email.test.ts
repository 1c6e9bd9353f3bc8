import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { foldEmail, isEmail, maskEmail } from "../../../server/contract/email.ts";

const ENDING = /\.(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/i;

test("an email is valid in an email input and has a top-level domain", () => {
  const part = fc.string({
    unit: fc.constantFrom(..."aB9.!#$%&'*+/=?^_`{|}~-@ \",;\n"),
    maxLength: 9,
  });
  const ending = fc.constantFrom("", ".", ".c", ".co", ".com", ".xn--p1ai", ".123", "..de");
  fc.assert(
    fc.property(part, part, ending, (local, domain, end) => {
      const email = `${local}@${domain}${end}`;
      expect(isEmail(email)).toBe(z.regexes.html5Email.test(email) && ENDING.test(email));
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ["anna@münchen.de", "anna@xn--mnchen-3ya.de"],
  ["anna@mu\u0308nchen.de", "anna@xn--mnchen-3ya.de"],
  [" Anna@MÜNCHEN.DE\n", "anna@xn--mnchen-3ya.de"],
  ["info@ПРАВДА.рф", "info@xn--80aafi6cg.xn--p1ai"],
  ["Info@XN--80AAFI6CG.xn--p1ai", "info@xn--80aafi6cg.xn--p1ai"],
])("%j is the mailbox %s", (typed, folded) => {
  expect(foldEmail(typed)).toBe(folded);
  expect(isEmail(folded)).toBe(true);
});

// Unicode compatibility forms of ASCII letters, dots and digits must not normalize to another
// mailbox.
test.each([
  "anna@\u212Ambh.example",
  "anna@\uFF47mail.com",
  "anna@gmail\u3002com",
  "anna@\uFF11.2",
  "anna@mü\u00ADnchen.de",
  "anna@mü/nchen.de",
  "anna@mü:80",
  `anna@${"ü".repeat(300)}.de`,
])("the domain of %o stays, and is refused", (typed) => {
  expect(foldEmail(typed)).toBe(typed);
  expect(isEmail(typed)).toBe(false);
});

test.each([
  ["joanna@gmail.com", "jo••••@gm••••.com"],
  ["abc@web.de", "a••••@w••••.de"],
  ["a@b.co", "a••••@b••••.co"],
  ["first.last@mail.example.co.uk", "fi••••@ma••••.uk"],
  ["odd@name@example.com", "od••••@ex••••.com"],
  [null, null],
  ["", null],
])("%j is masked as %j", (address, masked) => {
  expect(maskEmail(address)).toBe(masked);
});
