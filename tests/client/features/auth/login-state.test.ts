import { expect, test } from "vitest";
import {
  type LoginEvent,
  type LoginState,
  nextLogin,
  startLogin,
} from "../../../../client/features/auth/login-state.ts";
import { NEW_LOGIN } from "../../../../server/contract/login.ts";

const after = (events: LoginEvent[], start: LoginState = startLogin(NEW_LOGIN)) =>
  events.reduce(nextLogin, start);

const AT_CODE: LoginEvent[] = [
  { type: "type", field: "email", value: "anna@example.com" },
  { type: "start", busy: "sending" },
  { type: "sent", email: "anna@example.com", success: null },
];

test("it starts at the email entry", () => {
  expect(startLogin(NEW_LOGIN)).toMatchObject({ step: "email", email: "", code: "", busy: null });
});

test("it goes on where a posted form has led", () => {
  const sent = startLogin({ step: "code", email: "a@b.co", error: null });
  expect(sent).toMatchObject({ step: "code", email: "a@b.co", problem: null, sent: 1 });
  const refused = startLogin({ step: "code", email: "a@b.co", error: "No." });
  expect(refused).toMatchObject({ step: "code", problem: { text: "No." }, sent: 0 });
});

test("after the code is sent it moves to the code entry", () => {
  expect(after(AT_CODE)).toMatchObject({ step: "code", email: "anna@example.com", sent: 1 });
});

test("a new code empties the field and says so", () => {
  const state = after([
    ...AT_CODE,
    { type: "type", field: "code", value: "12" },
    { type: "start", busy: "sending" },
    { type: "sent", email: "anna@example.com", success: "Again." },
  ]);
  expect(state).toMatchObject({ step: "code", code: "", success: "Again.", sent: 2 });
});

test("the way back clears the code, the error and the success message, and keeps the address", () => {
  const failed = after([
    ...AT_CODE,
    { type: "type", field: "code", value: "123456" },
    { type: "fail", problem: { text: "No." } },
  ]);
  const back = after([{ type: "back" }], { ...failed, success: "Yes." });
  expect(back).toMatchObject({
    step: "email",
    email: "anna@example.com",
    code: "",
    problem: null,
    success: null,
  });
});

test("a failure keeps what was typed; the next try clears it", () => {
  const failed = after([
    ...AT_CODE,
    { type: "type", field: "code", value: "123456" },
    { type: "start", busy: "verifying" },
    { type: "fail", problem: { text: "No." } },
  ]);
  expect(failed).toMatchObject({ busy: null, code: "123456", problem: { text: "No." } });
  expect(after([{ type: "start", busy: "verifying" }], failed).problem).toBeNull();
});

test("while it waits, nothing is typed and nobody goes back", () => {
  const waiting = after([...AT_CODE, { type: "start", busy: "verifying" }]);
  const events: LoginEvent[] = [
    { type: "type", field: "code", value: "1" },
    { type: "type", field: "email", value: "x" },
    { type: "back" },
    { type: "correct", email: "x" },
  ];
  for (const event of events) expect(nextLogin(waiting, event)).toBe(waiting);
  expect(nextLogin(waiting, { type: "stop" }).busy).toBeNull();
});

test("once signed in, nothing changes any more", () => {
  const done = after([...AT_CODE, { type: "done", success: "In." }]);
  expect(done).toMatchObject({ done: true, success: "In.", problem: null, busy: null });
  expect(nextLogin(done, { type: "fail", problem: { text: "Late." } })).toBe(done);
  expect(nextLogin(done, { type: "start", busy: "provider" })).toBe(done);
});

test("the next address clears what was wrong with the last one, and its refused codes", () => {
  const refused = after([
    ...AT_CODE,
    { type: "fail", problem: { text: "No.", codeRefused: true } },
    { type: "back" },
    { type: "fail", problem: { text: "Please enter a valid email address." } },
  ]);
  expect(refused).toMatchObject({ refused: 1, problem: { text: expect.any(String) } });
  const typed = nextLogin(refused, { type: "type", field: "email", value: "b@c.de" });
  expect(typed).toMatchObject({ email: "b@c.de", problem: null, refused: 0 });
});

test("refused codes are counted until the next one is sent, other failures are not", () => {
  const wrong: LoginEvent[] = [
    { type: "start", busy: "verifying" },
    { type: "fail", problem: { text: "No.", codeRefused: true } },
  ];
  const offline: LoginEvent = { type: "fail", problem: { text: "Network error" } };
  const tried = after([...AT_CODE, ...wrong, offline, ...wrong]);
  expect(tried.refused).toBe(2);
  expect(nextLogin(tried, { type: "type", field: "code", value: "1" })).toMatchObject({
    refused: 2,
    problem: { text: "No." },
  });
  expect(nextLogin(tried, { type: "sent", email: "a@b.co", success: null }).refused).toBe(0);
});

test("an earlier code may be entered without a new one", () => {
  const limited = after([
    { type: "type", field: "email", value: " anna@example.com" },
    { type: "start", busy: "sending" },
    { type: "fail", problem: { text: "Too many.", canEnterCode: true } },
    { type: "enterCode", email: "anna@example.com" },
  ]);
  expect(limited).toMatchObject({
    step: "code",
    email: "anna@example.com",
    problem: null,
    sent: 0,
  });
});

test("another address leads back to the first step, and clears what the last one had", () => {
  const wrong = after([
    ...AT_CODE,
    { type: "type", field: "code", value: "123456" },
    { type: "fail", problem: { text: "No.", codeRefused: true } },
    { type: "correct", email: "anna@gmail.com" },
  ]);
  expect(wrong).toMatchObject({
    step: "email",
    email: "anna@gmail.com",
    code: "",
    problem: null,
    refused: 0,
  });
});

test.each(["email", "code", undefined] as const)(
  "a posted form that comes back marks its field: %s",
  (field) => {
    const back = startLogin({ ...NEW_LOGIN, error: "Not this.", field });
    expect(back.problem).toEqual({ text: "Not this.", field });
  },
);

test("a code that is typed over is not marked as wrong, but the reason stays", () => {
  const refused = after([
    ...AT_CODE,
    { type: "fail", problem: { text: "No.", field: "code" } },
    { type: "type", field: "code", value: "1" },
  ]);
  expect(refused.problem).toEqual({ text: "No." });
});
