import { describe, expect, test, vi } from "vitest";
import {
  correctEmail,
  type Correction,
  type CorrectionEvent,
  nextCorrection,
  questionOf,
} from "../../../../../client/features/checkout/success/email-correction.ts";
import { ApiError } from "../../../../../client/lib/answer.ts";
import type { AddressAnswer } from "../../../../../server/contract/checkout.ts";
import { refusals } from "../../../../../server/contract/messages.ts";
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
const fail: CorrectionEvent = { type: "fail", problem: { message: "No.", field: true } };
const succeed: CorrectionEvent = {
  type: "succeed",
  oldEmail: ADDRESS,
  linksLost: false,
  alsoMoved: [],
};

describe("before anything is done", () => {
  test("a likely slip in the order's address is asked about, a sound one is not", () => {
    expect(questionOf(after(), ADDRESS)).toBe("anna@gmail.com");
    expect(questionOf(after(), "anna@school.edu")).toBeUndefined();
  });

  test("one press sends the suggestion", () => {
    expect(after(accept)).toEqual({ kind: "untouched", sending: "anna@gmail.com" });
  });

  test("the answer no ends the question", () => {
    expect(after(close)).toEqual({ kind: "closed" });
    expect(questionOf(after(close), ADDRESS)).toBeUndefined();
  });
});

describe("the form", () => {
  test("opens with the present address, closes, and opens again", () => {
    expect(after(open)).toEqual({ kind: "open", text: ADDRESS });
    expect(after(open, close)).toEqual({ kind: "closed" });
    expect(after(open, write("x"), close, open)).toEqual({ kind: "open", text: ADDRESS });
  });

  test.each(["", "  "])("asks for an address when %j is sent", (text) => {
    expect(after(open, write(text), submit)).toEqual({
      kind: "open",
      text,
      problem: { message: "Please enter your email address", field: true },
    });
  });

  test("comes back with the text and the reason when it was refused", () => {
    expect(after(open, write("anna@"), submit, fail)).toEqual({
      kind: "open",
      text: "anna@",
      problem: { message: "No.", field: true },
    });
  });

  test("sends what was typed, without blanks around it", () => {
    expect(after(open, write(" anna@example.com "), submit)).toMatchObject({
      sending: "anna@example.com",
    });
  });

  test("asks about a slip once, and sends the same text the second time", () => {
    const asked = after(open, write("anna@yaho.com"), submit);
    expect(asked).not.toHaveProperty("sending");
    expect(questionOf(asked, ADDRESS)).toBe("anna@yahoo.com");
    expect(nextCorrection(asked, submit)).toMatchObject({ sending: "anna@yaho.com" });
  });

  test("has asked already when the field was left", () => {
    const left = after(open, write("anna@yaho.com"), leave);
    expect(questionOf(left, ADDRESS)).toBe("anna@yahoo.com");
    expect(nextCorrection(left, submit)).toMatchObject({ sending: "anna@yaho.com" });
  });

  test("says nothing when a sound address is left", () => {
    const written = after(open, write("anna@school.edu"));
    expect(nextCorrection(written, leave)).toBe(written);
  });

  test("asks again about another slip, and not while it is typed", () => {
    const rewritten = after(open, write("anna@yaho.com"), submit, write("anna@iclod.com"));
    expect(questionOf(rewritten, ADDRESS)).toBeUndefined();
    expect(questionOf(nextCorrection(rewritten, submit), ADDRESS)).toBe("anna@icloud.com");
  });

  test("sends the suggestion that is accepted", () => {
    expect(after(open, submit, accept)).toMatchObject({
      kind: "open",
      text: ADDRESS,
      sending: "anna@gmail.com",
    });
  });
});

describe("while an address is on its way", () => {
  test.each([open, close, leave, submit, accept, write("x")])("$type does nothing", (event) => {
    for (const sending of [after(accept), after(open, write("a@b.example"), submit)]) {
      expect(nextCorrection(sending, event)).toBe(sending);
    }
  });

  test("a refusal opens the form with what was sent", () => {
    expect(after(accept, fail)).toEqual({
      kind: "open",
      text: "anna@gmail.com",
      problem: { message: "No.", field: true },
    });
  });

  test("the reason goes with the next letter", () => {
    expect(after(accept, fail, write("anna"))).toEqual({ kind: "open", text: "anna" });
  });

  test("success names the old address, and the form can be opened again", () => {
    const sent = after(accept, succeed);
    expect(sent).toEqual({ kind: "sent", oldEmail: ADDRESS, linksLost: false, alsoMoved: [] });
    expect(questionOf(sent, ADDRESS)).toBeUndefined();
    expect(nextCorrection(sent, open)).toMatchObject({ kind: "open" });
  });
});

test("an answer that nobody waits for is ignored", () => {
  expect(after(open, fail)).toEqual({ kind: "open", text: ADDRESS });
  expect(after(write("x"))).toEqual({ kind: "untouched" });
});

const purchase = aPurchase({ customerEmail: "anna@gmial.com", canCorrectAddress: true });
const corrected = aPurchase({ customerEmail: "anna@gmail.com" });

const moved = (...alsoMoved: string[]) => ({ customerEmail: "anna@gmail.com", alsoMoved });

function run(answer: () => Promise<AddressAnswer>, email = "anna@gmail.com") {
  const correct = vi.fn(answer);
  const getPurchase = vi.fn(async () => corrected);
  const result = correctEmail({ purchase, email, correct, source: { getPurchase } });
  return { correct, getPurchase, result };
}

function refused(status: number, message: string, field?: string, reason?: Reason) {
  const errors = field === undefined ? undefined : { email: [field] };
  return () => Promise.reject(new ApiError(message, { status, errors, reason }));
}

test("the purchase is read again after the change, for its new links", async () => {
  const { correct, getPurchase, result } = run(async () => moved("HW4N-FABS"));
  expect(await result).toEqual({
    kind: "changed",
    purchase: corrected,
    linksLost: false,
    alsoMoved: ["HW4N-FABS"],
  });
  expect(correct).toHaveBeenCalledExactlyOnceWith(SESSION_ID, "anna@gmail.com");
  expect(getPurchase).toHaveBeenCalledExactlyOnceWith(SESSION_ID);
});

test.each([
  ["the field's own reason", refused(422, "Invalid.", refusals.email), refusals.email, true],
  ["a refusal", refused(409, refusals.addressTooLate), refusals.addressTooLate, false],
  ["too many requests", refused(429, refusals.rateLimited), refusals.rateLimited, false],
  [
    "anything unforeseen",
    () => Promise.reject(new TypeError("x is undefined")),
    "An unexpected error occurred. Please try again.",
    false,
  ],
])("%s is shown in the buyer's words", async (_case, answer, message, field) => {
  const { getPurchase, result } = run(answer);
  expect(await result).toEqual({ kind: "refused", message, field });
  expect(getPurchase).not.toHaveBeenCalled();
});

test("an address that the order has already is a refusal only when the page shows it", async () => {
  const same = refused(422, "The same.", "The same.", "same_email");
  expect(await run(same, "Anna@gmial.com").result).toMatchObject({ kind: "refused", field: true });
  expect(await run(same).result).toMatchObject({ kind: "changed", purchase: corrected });
  const sameWords = refused(422, refusals.sameEmail, refusals.sameEmail, "invalid");
  expect(await run(sameWords).result).toMatchObject({ kind: "refused" });
});

test("links that have ended are not left on the page when the new ones do not come", async () => {
  const result = await correctEmail({
    purchase,
    email: "anna@gmail.com",
    correct: async () => moved(),
    source: { getPurchase: () => Promise.reject(new ApiError("offline")) },
  });
  expect(result).toMatchObject({
    kind: "changed",
    linksLost: true,
    purchase: {
      customerEmail: "anna@gmail.com",
      products: [{ downloadUrl: null, fileUrl: null, files: [] }],
    },
  });
});
