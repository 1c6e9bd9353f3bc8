import { expect, test } from "vitest";
import {
  type LoginEvent,
  type LoginState,
  nextLogin,
  startLogin,
} from "../../../../client/features/auth/login-state.ts";
import { type LoginStart, NEW_LOGIN } from "../../../../server/contract/login.ts";

const after = (events: LoginEvent[], start: LoginState = startLogin(NEW_LOGIN)) =>
  events.reduce(nextLogin, start);

const AT_CODE: LoginEvent[] = [
  { type: "type", field: "email", value: "anna@example.com" },
  { type: "start", busy: "sending" },
  { type: "sent", email: "anna@example.com", success: null },
];

const ANNA = "anna@example.com";
const type = (field: "email" | "code", value: string): LoginEvent => ({
  type: "type",
  field,
  value,
});
const verifying: LoginEvent = { type: "start", busy: "verifying" };
const failed: LoginEvent = { type: "fail", problem: { text: "No." } };
const refused: LoginEvent = { type: "fail", problem: { text: "No.", codeRefused: true } };

test.each<[string, Partial<LoginStart>, Partial<LoginState>]>([
  ["new", {}, { step: "email", email: "", code: "", busy: null, problem: null }],
  ["where a code was sent", { step: "code", email: ANNA }, { step: "code", email: ANNA, sent: 1 }],
  [
    "where a code was refused",
    { step: "code", email: ANNA, error: "No.", field: "code" },
    { step: "code", problem: { text: "No.", field: "code" }, sent: 0 },
  ],
  [
    "with its field",
    { error: "No.", field: "email" },
    { problem: { text: "No.", field: "email" } },
  ],
  ["with no field", { error: "No." }, { problem: { text: "No.", field: undefined } }],
])("it starts %s, as a posted form has left it", (_name, start, state) => {
  expect(startLogin({ ...NEW_LOGIN, ...start })).toMatchObject(state);
});

test.each<[string, LoginEvent[], Partial<LoginState>]>([
  ["a code that is sent leads to its entry", AT_CODE, { step: "code", email: ANNA, sent: 1 }],
  [
    "a new code empties the field and says so",
    [...AT_CODE, type("code", "12"), { type: "sent", email: ANNA, success: "Again." }],
    { step: "code", code: "", success: "Again.", sent: 2 },
  ],
  [
    "the way back keeps the address and nothing else",
    [...AT_CODE, type("code", "123456"), failed, { type: "back" }],
    { step: "email", email: ANNA, code: "", problem: null },
  ],
  [
    "the way back clears the success message",
    [...AT_CODE, { type: "sent", email: ANNA, success: "Again." }, { type: "back" }],
    { step: "email", success: null },
  ],
  [
    "a failure keeps what was typed",
    [...AT_CODE, type("code", "123456"), verifying, failed],
    { busy: null, code: "123456", problem: { text: "No." } },
  ],
  ["the next try clears the failure", [...AT_CODE, failed, verifying], { problem: null }],
  [
    "a page that is back from the provider waits no more",
    [...AT_CODE, verifying, { type: "stop" }],
    { busy: null },
  ],
  [
    "the next address clears what was wrong with the last one, and its refused codes",
    [...AT_CODE, refused, { type: "back" }, failed, type("email", "b@c.de")],
    { email: "b@c.de", problem: null, refused: 0 },
  ],
  [
    "refused codes are counted, other failures are not",
    [...AT_CODE, refused, failed, refused, type("code", "1")],
    { refused: 2, problem: { text: "No.", codeRefused: true } },
  ],
  ["the next code has none refused", [...AT_CODE, refused, ...AT_CODE.slice(2)], { refused: 0 }],
  [
    "an earlier code may be entered without a new one",
    [type("email", ` ${ANNA}`), failed, { type: "enterCode", email: ANNA }],
    { step: "code", email: ANNA, problem: null, sent: 0 },
  ],
  [
    "another address leads back to the first step, and clears what the last one had",
    [...AT_CODE, type("code", "12"), refused, { type: "correct", email: "anna@gmail.com" }],
    { step: "email", email: "anna@gmail.com", code: "", problem: null, refused: 0 },
  ],
  [
    "a code that is typed over is not marked as wrong, but the reason stays",
    [...AT_CODE, { type: "fail", problem: { text: "No.", field: "code" } }, type("code", "1")],
    { problem: { text: "No.", field: undefined } },
  ],
  [
    "a sign-in ends with its word",
    [...AT_CODE, failed, verifying, { type: "done", success: "In." }],
    { done: true, success: "In.", problem: null, busy: null },
  ],
])("%s", (_name, events, state) => {
  expect(after(events)).toMatchObject(state);
});

test.each<[string, LoginEvent[], LoginEvent[]]>([
  [
    "while it waits, nothing is typed and no step is left",
    [...AT_CODE, verifying],
    [type("code", "1"), type("email", "x"), { type: "back" }, { type: "correct", email: "x" }],
  ],
  [
    "once signed in, nothing changes any more",
    [...AT_CODE, { type: "done", success: "In." }],
    [failed, { type: "start", busy: "provider" }],
  ],
])("%s", (_name, before, events) => {
  const state = after(before);
  for (const event of events) expect(nextLogin(state, event)).toBe(state);
});
