import { describe, expect, test } from "vitest";
import {
  type Correction,
  type CorrectionEvent,
  nextCorrection,
  questionOf,
} from "../../../../client/features/checkout/address-correction.ts";

const ADDRESS = "anna@gmial.com";

function after(...events: CorrectionEvent[]): Correction {
  return events.reduce(nextCorrection, { kind: "untouched" });
}

const open: CorrectionEvent = { type: "open", address: ADDRESS };
const close: CorrectionEvent = { type: "close" };
const leave: CorrectionEvent = { type: "leave" };
const submit: CorrectionEvent = { type: "submit" };
const write = (text: string): CorrectionEvent => ({ type: "write", text });
const accept: CorrectionEvent = { type: "accept", suggestion: "anna@gmail.com" };
const fail: CorrectionEvent = { type: "fail", problem: { message: "No.", field: true } };
const succeed: CorrectionEvent = {
  type: "succeed",
  oldAddress: ADDRESS,
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
    expect(sent).toEqual({ kind: "sent", oldAddress: ADDRESS, linksLost: false, alsoMoved: [] });
    expect(questionOf(sent, ADDRESS)).toBeUndefined();
    expect(nextCorrection(sent, open)).toMatchObject({ kind: "open" });
  });
});

test("an answer that nobody waits for is ignored", () => {
  expect(after(open, fail)).toEqual({ kind: "open", text: ADDRESS });
  expect(after(write("x"))).toEqual({ kind: "untouched" });
});
