import { expect, test } from "vitest";
import {
  type LoginEvent,
  type LoginState,
  nextLogin,
  startLogin,
} from "../../../../client/features/auth/login-state.ts";
import { type LoginStart, NEW_LOGIN } from "../../../../server/contract/sign-in.ts";

const after = (events: LoginEvent[], start: LoginState = startLogin(NEW_LOGIN)) =>
  events.reduce(nextLogin, start);

const ANNA = "anna@example.com";
type Field = "email" | "code";
const type = (field: Field, value: string): LoginEvent => ({ type: "type", field, value });
const sent: LoginEvent = { type: "sent", email: ANNA, success: null };
const AT_CODE = [type("email", ANNA), { type: "start", busy: "sending" }, sent] as LoginEvent[];
const newCode: LoginEvent = { type: "sent", email: ANNA, success: "Again." };
const back: LoginEvent = { type: "back" };
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
])("it starts %s, as a posted form left it", (_name, start, state) => {
  expect(startLogin({ ...NEW_LOGIN, ...start })).toMatchObject(state);
});

test.each<[string, LoginEvent[], Partial<LoginState>]>([
  ["a sent code leads to the second step", AT_CODE, { step: "code", email: ANNA, sent: 1 }],
  [
    "a new code empties the field and shows a message",
    [...AT_CODE, type("code", "12"), newCode],
    { step: "code", code: "", success: "Again.", sent: 2 },
  ],
  [
    "going back keeps only the email",
    [...AT_CODE, newCode, type("code", "123456"), failed, back],
    { step: "email", email: ANNA, code: "", problem: null, success: null },
  ],
  [
    "a failure keeps what was typed",
    [...AT_CODE, type("code", "123456"), verifying, failed],
    { busy: null, code: "123456", problem: { text: "No." } },
  ],
  ["the next try clears the failure", [...AT_CODE, failed, verifying], { problem: null }],
  [
    "a page restored from the cache does not wait",
    [...AT_CODE, verifying, { type: "stop" }],
    { busy: null },
  ],
  [
    "another email clears the problem and the refused codes",
    [...AT_CODE, refused, back, failed, type("email", "b@c.de")],
    { email: "b@c.de", problem: null, refused: 0 },
  ],
  [
    "only refused codes are counted",
    [...AT_CODE, refused, failed, refused, type("code", "1")],
    { refused: 2, problem: { text: "No.", codeRefused: true } },
  ],
  ["a new code resets the count", [...AT_CODE, refused, sent], { refused: 0 }],
  [
    "an earlier code can be entered",
    [type("email", ` ${ANNA}`), failed, { type: "enterCode", email: ANNA }],
    { step: "code", email: ANNA, problem: null, sent: 0 },
  ],
  [
    "a corrected email leads back to the first step",
    [...AT_CODE, type("code", "12"), refused, { type: "correct", email: "anna@gmail.com" }],
    { step: "email", email: "anna@gmail.com", code: "", problem: null, refused: 0 },
  ],
  [
    "typing unmarks the code, but the reason stays",
    [...AT_CODE, { type: "fail", problem: { text: "No.", field: "code" } }, type("code", "1")],
    { problem: { text: "No.", field: undefined } },
  ],
  [
    "a sign-in ends with its message",
    [...AT_CODE, failed, verifying, { type: "done", success: "In." }],
    { done: true, success: "In.", problem: null, busy: null },
  ],
])("%s", (_name, events, state) => {
  expect(after(events)).toMatchObject(state);
});

test.each<[string, LoginEvent[], LoginEvent[]]>([
  [
    "while a call runs, the visitor's events are ignored",
    [...AT_CODE, verifying],
    [type("code", "1"), type("email", "x"), back, { type: "correct", email: "x" }],
  ],
  [
    "after the sign-in, all events are ignored",
    [...AT_CODE, { type: "done", success: "In." }],
    [failed, { type: "start", busy: "provider" }],
  ],
])("%s", (_name, before, events) => {
  const state = after(before);
  for (const event of events) expect(nextLogin(state, event)).toBe(state);
});
