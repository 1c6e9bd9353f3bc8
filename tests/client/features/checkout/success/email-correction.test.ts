import { expect, test, vi } from "vitest";
import {
  correctEmail,
  type Correction,
  type CorrectionEvent,
  nextCorrection,
  questionOf,
} from "../../../../../client/features/checkout/success/email-correction.ts";
import { ApiError } from "../../../../../client/lib/answer.ts";
import type { AddressAnswer } from "../../../../../server/contract/checkout.ts";
import { buyerRefusals } from "../../../../../server/contract/refusals.ts";
import type { Reason } from "../../../../../server/contract/reasons.ts";
import { aPurchase, SESSION_ID } from "../../../fixtures.ts";

const ADDRESS = "anna@gmial.com";

function after(...events: CorrectionEvent[]): Correction {
  return events.reduce(nextCorrection, { kind: "untouched" });
}

const open: CorrectionEvent = { type: "open", email: ADDRESS };
const close: CorrectionEvent = { type: "close" };
const leave: CorrectionEvent = { type: "leave" };
const submit: CorrectionEvent = { type: "submit" };
const write = (text: string): CorrectionEvent => ({ type: "write", text });
const accept: CorrectionEvent = { type: "accept", suggestion: "anna@gmail.com" };
const problem = { message: "No.", field: true };
const fail: CorrectionEvent = { type: "fail", problem };
const sent = { oldEmail: ADDRESS, linksLost: false, alsoMoved: [] };
const succeed: CorrectionEvent = { type: "succeed", ...sent };

test.each<[string, CorrectionEvent[], Correction]>([
  ["one click sends the suggestion", [accept], { kind: "untouched", sending: "anna@gmail.com" }],
  ["the answer no ends the question", [close], { kind: "closed" }],
  ["the form opens with the present address", [open], { kind: "open", text: ADDRESS }],
  ["it closes", [open, close], { kind: "closed" }],
  ["it opens again", [open, write("x"), close, open], { kind: "open", text: ADDRESS }],
  [
    "it asks for an address when a blank one is sent",
    [open, write("  "), submit],
    {
      kind: "open",
      text: "  ",
      problem: { message: "Please enter your email address", field: true },
    },
  ],
  [
    "it comes back with the text and the reason when it was refused",
    [open, write("anna@"), submit, fail],
    { kind: "open", text: "anna@", problem },
  ],
  [
    "a refused suggestion opens it with what was sent",
    [accept, fail],
    { kind: "open", text: "anna@gmail.com", problem },
  ],
  [
    "the reason goes with the next letter",
    [accept, fail, write("anna")],
    { kind: "open", text: "anna" },
  ],
  ["success names the old address", [accept, succeed], { kind: "sent", ...sent }],
  ["the form opens again after it", [accept, succeed, open], { kind: "open", text: ADDRESS }],
  ["a late answer is ignored", [open, fail], { kind: "open", text: ADDRESS }],
  ["text without a form is ignored", [write("x")], { kind: "untouched" }],
])("%s", (_name, events, state) => {
  expect(after(...events)).toEqual(state);
});

test.each<[string, CorrectionEvent[], string | undefined]>([
  ["what was typed, without blanks", [open, write(" a@example.com "), submit], "a@example.com"],
  ["no typo at the first click", [open, write("anna@yaho.com"), submit], undefined],
  ["a typo at the second", [open, write("anna@yaho.com"), submit, submit], "anna@yaho.com"],
  ["a typo that was asked about", [open, write("anna@yaho.com"), leave, submit], "anna@yaho.com"],
  ["the suggestion that is accepted", [open, submit, accept], "anna@gmail.com"],
])("the form sends %s", (_name, events, sending) => {
  const state = after(...events);
  expect(state.kind).toBe("open");
  expect("sending" in state ? state.sending : undefined).toBe(sending);
});

test.each<[CorrectionEvent[], string | undefined]>([
  [[], "anna@gmail.com"],
  [[close], undefined],
  [[open, write("anna@yaho.com"), submit], "anna@yahoo.com"],
  [[open, write("anna@yaho.com"), leave], "anna@yahoo.com"],
  [[open, write("anna@yaho.com"), submit, write("anna@iclod.com")], undefined],
  [[open, write("anna@yaho.com"), submit, write("anna@iclod.com"), submit], "anna@icloud.com"],
  [[accept, succeed], undefined],
])("after %j it asks about %s", (events, question) => {
  expect(questionOf(after(...events), ADDRESS)).toBe(question);
});

test.each([open, close, leave, submit, accept, write("x")])(
  "while an address is on its way, $type does nothing",
  (event) => {
    for (const sending of [after(accept), after(open, write("a@b.example"), submit)]) {
      expect(nextCorrection(sending, event)).toBe(sending);
    }
  },
);

const purchase = aPurchase({ customerEmail: ADDRESS, canCorrectAddress: true });
const corrected = aPurchase({ customerEmail: "anna@gmail.com" });

function run(correct: () => Promise<AddressAnswer>, email = "anna@gmail.com") {
  const getPurchase = vi.fn(async () => corrected);
  const result = correctEmail({ purchase, email, correct, source: { getPurchase } });
  return { getPurchase, result };
}

const moved = async () => ({ customerEmail: "anna@gmail.com", alsoMoved: ["HW4N-FABS"] });

function refused(status: number, message: string, field?: string, reason?: Reason) {
  const errors = field === undefined ? undefined : { email: [field] };
  return () => Promise.reject(new ApiError(message, { status, errors, reason }));
}

test("the purchase is read again after the change, for its new links", async () => {
  const correct = vi.fn(moved);
  const { getPurchase, result } = run(correct);
  const alsoMoved = ["HW4N-FABS"];
  expect(await result).toEqual({
    kind: "changed",
    purchase: corrected,
    linksLost: false,
    alsoMoved,
  });
  expect(correct).toHaveBeenCalledExactlyOnceWith(SESSION_ID, "anna@gmail.com");
  expect(getPurchase).toHaveBeenCalledExactlyOnceWith(SESSION_ID);
});

test.each([
  [
    "the field's own reason",
    refused(422, "Invalid.", buyerRefusals.invalidEmail),
    buyerRefusals.invalidEmail,
    true,
  ],
  ["a refusal", refused(409, buyerRefusals.addressTooLate), buyerRefusals.addressTooLate, false],
  [
    "another error",
    () => Promise.reject(new TypeError("x is undefined")),
    "An unexpected error occurred. Please try again.",
    false,
  ],
])("%s is shown to the buyer", async (_case, answer, message, field) => {
  const { getPurchase, result } = run(answer);
  expect(await result).toEqual({ kind: "refused", message, field });
  expect(getPurchase).not.toHaveBeenCalled();
});

test("the order's own email is refused only when the page shows it", async () => {
  const same = refused(422, "The same.", "The same.", "same_email");
  expect(await run(same, "Anna@gmial.com").result).toMatchObject({ kind: "refused", field: true });
  expect(await run(same).result).toMatchObject({ kind: "changed", purchase: corrected });
  const sameWords = refused(422, buyerRefusals.sameEmail, buyerRefusals.sameEmail, "invalid");
  expect(await run(sameWords).result).toMatchObject({ kind: "refused" });
});

test("ended links are removed when the new ones cannot be read", async () => {
  const source = { getPurchase: () => Promise.reject(new ApiError("offline")) };
  const change = { purchase, email: "anna@gmail.com", correct: moved, source };
  expect(await correctEmail(change)).toMatchObject({
    kind: "changed",
    linksLost: true,
    purchase: {
      customerEmail: "anna@gmail.com",
      products: [{ downloadUrl: null, fileUrl: null, files: [] }],
    },
  });
});
