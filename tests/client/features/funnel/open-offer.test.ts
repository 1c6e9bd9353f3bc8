import { expect, test } from "vitest";
import { openOffer } from "../../../../client/features/funnel/open-offer.ts";
import { Redirect } from "../../../../server/contract/pages.ts";
import type { OfferState } from "../../../../server/pages/offers.ts";
import { paidOrder as order } from "../../fixtures.ts";

const failed = { kind: "failed", message: "No.", order, retryable: true } satisfies OfferState;

test("an offer that leads to another page does not show an error", async () => {
  const redirect = new Redirect("/checkout/success?sessionId=cs_1");
  const ask = () => Promise.reject(redirect);
  await expect(openOffer(ask, { before: failed })).rejects.toBe(redirect);
});

test("without a connection the error of an offer keeps the order", async () => {
  const message = "Could not load the special offer. Please try again later.";
  const ask = () => Promise.reject(new Error("offline"));
  expect(await openOffer(ask, { before: failed })).toEqual({ ...failed, message });
  expect(await openOffer(ask, { before: undefined })).toEqual({ ...failed, message, order: null });
});
