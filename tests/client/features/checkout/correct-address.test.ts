import { expect, test, vi } from "vitest";
import { correctAddress } from "../../../../client/features/checkout/correct-address.ts";
import { ApiError } from "../../../../client/lib/answer.ts";
import { refusals } from "../../../../server/contract/messages.ts";
import type { AddressAnswer } from "../../../../server/contract/checkout.ts";
import { aPurchase, SESSION_ID } from "../../fixtures.ts";

const purchase = aPurchase({ customerEmail: "anna@gmial.com", canCorrectAddress: true });
const corrected = aPurchase({ customerEmail: "anna@gmail.com" });

const moved = (...alsoMoved: string[]) => ({ customerEmail: "anna@gmail.com", alsoMoved });

function run(answer: () => Promise<AddressAnswer>, email = "anna@gmail.com") {
  const correct = vi.fn(answer);
  const getPurchase = vi.fn(async () => corrected);
  const result = correctAddress({ purchase, email, correct, source: { getPurchase } });
  return { correct, getPurchase, result };
}

function refused(status: number, message: string, field?: string) {
  const errors = field === undefined ? undefined : { email: [field] };
  return () => Promise.reject(new ApiError(message, { status, errors }));
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
  const same = refused(422, refusals.sameEmail, refusals.sameEmail);
  expect(await run(same, "Anna@gmial.com").result).toMatchObject({ kind: "refused", field: true });
  expect(await run(same).result).toMatchObject({ kind: "changed", purchase: corrected });
});

test("links that have ended are not left on the page when the new ones do not come", async () => {
  const result = await correctAddress({
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
