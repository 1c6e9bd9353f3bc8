import { expect, test } from "vitest";
import {
  contactProblem,
  contactProblems,
  NO_VALUES,
  tidyContact,
} from "../../../server/contract/contact.ts";

const GOOD = {
  name: "Anna",
  email: "anna@example.com",
  subject: "",
  message: "Hello, is it me?",
};

test("space around values and odd line breaks do not count", () => {
  const values = {
    name: "  Anna ",
    email: " anna@example.com ",
    subject: " ",
    message: "\r\n Hello,\r\nis it\u0000 me?\u0007\r ",
  };
  expect(tidyContact(values)).toEqual({ ...GOOD, message: "Hello,\nis it me?" });
  expect(contactProblems(values)).toEqual({});
});

test("a line break in a one-line field is refused, not dropped", () => {
  expect(contactProblem("name", "Anna\n")).toBe("Full Name is not valid");
  expect(contactProblem("email", "anna@example.com\r\n")).toBe(
    "Email Address is not a valid email",
  );
});

test("an empty form lacks all but the subject", () => {
  expect(contactProblems(NO_VALUES)).toEqual({
    name: "Full Name is required",
    email: "Email Address is required",
    message: "Message is required",
  });
});

test.each([
  ["name", "A", "Full Name must be at least 2 characters"],
  ["name", "A".repeat(100), undefined],
  ["name", "A".repeat(101), "Full Name cannot exceed 100 characters"],
  ["subject", "x".repeat(200), undefined],
  ["subject", "x".repeat(201), "Subject cannot exceed 200 characters"],
  ["message", "123456789", "Message must be at least 10 characters"],
  ["message", "1234567890", undefined],
  ["message", "x".repeat(1000), undefined],
  ["message", "🐻".repeat(1000), undefined],
  ["message", "x".repeat(1001), "Message cannot exceed 1000 characters"],
] as const)("%s %o: %s", (name, value, problem) => {
  expect(contactProblem(name, value)).toBe(problem);
});
