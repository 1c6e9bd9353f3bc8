import { expect, test } from "vitest";
import {
  type ContactEvent,
  type ContactState,
  deviceContext,
  nextContact,
  startContact,
} from "../../../../client/features/contact/use-contact.ts";

const VALUES = {
  name: "Anna Bear",
  email: "anna@gmial.com",
  subject: "",
  message: "Hello, is it me?",
};
const after = (state: ContactState, ...events: ContactEvent[]) => events.reduce(nextContact, state);
const filled: ContactState = { ...startContact(null), values: VALUES };

test("each change is validated", () => {
  const short = after(filled, { type: "change", name: "message", value: "short" });
  expect(short.problems).toEqual({ message: "Message must be at least 10 characters" });
  const corrected = after(short, { type: "change", name: "message", value: VALUES.message });
  expect(corrected.problems).toEqual({});
  const emptied = after(filled, { type: "change", name: "name", value: " " });
  expect(emptied.problems).toEqual({ name: "Full Name is required" });
});

test("a faulty form is not sent, and all its problems show", () => {
  const problems = { name: "Full Name is required" };
  expect(after(startContact(null), { type: "submit", problems })).toMatchObject({
    status: "idle",
    problems,
  });
});

test("while it is sent, nothing changes it", () => {
  const loading = after(filled, { type: "submit", problems: {} });
  expect(loading.status).toBe("loading");
  expect(after(loading, { type: "change", name: "name", value: "x" })).toBe(loading);
  expect(after(loading, { type: "submit", problems: {} })).toBe(loading);
});

test("success clears the form and sets the flag; another message starts empty", () => {
  const sent = after(filled, { type: "submit", problems: {} }, { type: "succeed" });
  expect(sent).toMatchObject({ status: "success", sent: true, values: { name: "", message: "" } });
  expect(after(sent, { type: "another" })).toEqual(startContact(null));
});

test("failure keeps what was typed, and what the server found wrong", () => {
  const problems = { email: "Email Address is not a valid email" };
  const failed = after(filled, { type: "submit", problems: {} }, { type: "fail", problems });
  expect(failed).toMatchObject({ status: "error", sent: false, values: VALUES, problems });
});

test("a refused post is shown as it was", () => {
  const draft = { values: VALUES, problems: { name: "Full Name is required" }, failed: false };
  expect(startContact(draft)).toMatchObject({
    status: "idle",
    problems: draft.problems,
    values: VALUES,
  });
  expect(startContact({ ...draft, failed: true }).status).toBe("error");
});

const NOW = new Date("2026-11-21T10:00:00.000Z");
const screen = { width: 1280, height: 800 };

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64)", "Desktop"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "Mobile"],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari/537.36", "Mobile"],
  ["Mozilla/5.0 (iPad; CPU OS 18_0)", "Mobile"],
  ["x".repeat(900), "Desktop"],
])("%s is %s", (userAgent, deviceType) => {
  const context = deviceContext({ navigator: { userAgent, language: "en-US" }, screen }, NOW);
  expect(context).toEqual({
    userAgent: userAgent.slice(0, 200),
    deviceType,
    browserLanguage: "en-US",
    screenResolution: "1280x800",
    timestamp: "2026-11-21T10:00:00.000Z",
    localTime: expect.stringContaining("2026"),
    italianTime: expect.stringMatching(/21 Nov 2026.* 11:00:00 (CET|GMT\+1)/),
  });
});
