import { describe, expect, test } from "vitest";
import {
  accessUrlOf,
  badgeOf,
  bundleUrlOf,
  pictureOf,
  purchaseName,
  renewalOf,
} from "../../../../client/features/account/purchase-rules.ts";
import { aBoughtProduct, aFile } from "../../fixtures.ts";

const NOW = Date.parse("2026-11-21T10:00:00Z");

test("the file is opened rather than the bundle, and nothing when there is neither", () => {
  expect(accessUrlOf(aBoughtProduct())).toBe("/files/7/Month-1-A4.pdf");
  expect(accessUrlOf(aBoughtProduct({ fileUrl: null }))).toBe("/files/product/1/Premium-Pack.zip");
  expect(accessUrlOf(aBoughtProduct({ fileUrl: "", downloadUrl: null }))).toBeUndefined();
});

test("only several files are downloaded as one", () => {
  expect(bundleUrlOf(aBoughtProduct())).toBeUndefined();
  const files = [aFile(), aFile({ id: 8, paper: "letter" })];
  expect(bundleUrlOf(aBoughtProduct({ files }))).toBe("/files/product/1/Premium-Pack.zip");
  expect(bundleUrlOf(aBoughtProduct({ files, downloadUrl: null }))).toBeUndefined();
});

test("names, badges and pictures", () => {
  expect(purchaseName(aBoughtProduct())).toBe("Premium Pack");
  expect(purchaseName(aBoughtProduct({ productName: "" }))).toBe("Digital Product");
  expect(badgeOf(aBoughtProduct())).toBe("One-time Purchase");
  expect(badgeOf(aBoughtProduct({ billingType: "subscription" }))).toBe("Subscription");
  expect(pictureOf(aBoughtProduct())).toBe("premium-pack");
  expect(pictureOf(aBoughtProduct({ productName: "../secret" }))).toBe("-secret");
});

describe("a subscription", () => {
  const club = aBoughtProduct({
    type: "subscription",
    billingType: "subscription",
    billingPeriod: "month",
    accessUntil: "2026-12-21T10:00:00.000Z",
  });

  test("says how it renews and until when it is paid", () => {
    const until = club.accessUntil;
    expect(renewalOf(club, NOW)).toEqual({
      text: "Subscription renews monthly",
      until,
      leads: false,
    });
    expect(renewalOf({ ...club, billingPeriod: "year", accessUntil: null }, NOW)).toEqual({
      text: "Subscription renews yearly",
      until: null,
      leads: false,
    });
  });

  test("that has run out does not claim to renew", () => {
    const over = { ...club, accessUntil: "2026-11-21T10:00:00.000Z" };
    expect(renewalOf(over, NOW)?.text).toMatch(/has ended/);
  });

  test("that was cancelled with its period says when it ends, and later that it has", () => {
    const cancelled = { ...club, endsAtPeriodEnd: true };
    const until = club.accessUntil;
    expect(renewalOf(cancelled, NOW)).toEqual({ text: "Ends on", until, leads: true });
    expect(renewalOf(cancelled, Date.parse(until ?? ""))?.text).toMatch(/has ended/);
  });

  test("whose payment failed has not ended, unless it was cancelled besides", () => {
    const failed = { ...club, paymentFailed: true };
    const until = club.accessUntil;
    const text = "The last payment failed. Update your card to keep this subscription.";
    for (const now of [NOW, Date.parse(until ?? "")]) {
      expect(renewalOf(failed, now)).toEqual({ text, until, leads: false });
    }
    const cancelled = { ...failed, endsAtPeriodEnd: true };
    expect(renewalOf(cancelled, Date.parse(until ?? ""))?.text).toMatch(/has ended/);
  });

  test("has no such line when it was withdrawn, has no period, or is none", () => {
    expect(renewalOf({ ...club, withdrawn: true }, NOW)).toBeUndefined();
    expect(renewalOf({ ...club, billingPeriod: null }, NOW)).toBeUndefined();
    expect(renewalOf(aBoughtProduct(), NOW)).toBeUndefined();
  });
});
