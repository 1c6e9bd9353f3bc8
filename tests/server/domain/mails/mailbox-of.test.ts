import { expect, test } from "vitest";
import { mailboxOf } from "../../../../server/domain/mails/contact.ts";

test.each([
  ["anna@gmail.com", "anna@gmail.com"],
  ["a.n.n.a@gmail.com", "anna@gmail.com"],
  ["anna+shop@gmail.com", "anna@gmail.com"],
  ["an.na+a+b@googlemail.com", "anna@gmail.com"],
  ["anna+shop@example.com", "anna@example.com"],
  ["an.na@example.com", "an.na@example.com"],
  ["anna@gmail.com.example", "anna@gmail.com.example"],
  ["+anna@example.com", "+anna@example.com"],
])("%s is the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
