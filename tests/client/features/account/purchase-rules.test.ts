import { expect, test } from "vitest";
import {
  accessUrlOf,
  badgeOf,
  bundleUrlOf,
  pictureOf,
  purchaseName,
  type Renewal,
  renewalOf,
  urlInPaper,
} from "../../../../client/features/account/purchase-rules.ts";
import type { PurchasedProduct } from "../../../../server/contract/answers.ts";
import { aBoughtProduct, aFile } from "../../fixtures.ts";

const NOW = Date.parse("2026-11-21T10:00:00Z");

test("Access Product opens the file, else the bundle", () => {
  expect(accessUrlOf(aBoughtProduct())).toBe("/files/7/Month-1-A4.pdf");
  expect(accessUrlOf(aBoughtProduct({ fileUrl: null }))).toBe("/files/product/1/Premium-Pack.zip");
  expect(accessUrlOf(aBoughtProduct({ fileUrl: "", downloadUrl: null }))).toBeUndefined();
});

test("only several files have a ZIP", () => {
  expect(bundleUrlOf(aBoughtProduct())).toBeUndefined();
  const files = [aFile(), aFile({ id: 8, paper: "letter" })];
  expect(bundleUrlOf(aBoughtProduct({ files }))).toBe("/files/product/1/Premium-Pack.zip");
  expect(bundleUrlOf(aBoughtProduct({ files, downloadUrl: null }))).toBeUndefined();
});

test("the same printable opens in the chosen paper size", () => {
  const a4 = aFile({ id: 1, url: "/files/1/Month-1-A4.pdf" });
  const letter = aFile({
    id: 2,
    title: "Month 1 (US Letter)",
    paper: "letter",
    url: "/files/2/Month-1.pdf",
  });
  const poster = aFile({ id: 3, title: "Poster", paper: null, url: "/files/3/Poster.pdf" });
  const files = [a4, letter, poster];
  expect(urlInPaper("/files/product/1/all.zip", files, "letter")).toBe("/files/product/1/all.zip");
  expect(urlInPaper(poster.url, files, "letter")).toBe(poster.url);
  expect(urlInPaper(a4.url, files, undefined)).toBe(a4.url);
  expect(urlInPaper(a4.url, files, "letter")).toBe(letter.url);
});

test("names, badges and pictures", () => {
  expect(purchaseName(aBoughtProduct())).toBe("Premium Pack");
  expect(purchaseName(aBoughtProduct({ productName: "" }))).toBe("Digital Product");
  expect(badgeOf(aBoughtProduct())).toBe("One-time Purchase");
  expect(badgeOf(aBoughtProduct({ billingType: "subscription" }))).toBe("Subscription");
  expect(pictureOf(aBoughtProduct())).toBe("premium-pack");
  expect(pictureOf(aBoughtProduct({ productName: "../secret" }))).toBe("-secret");
});

const until = "2026-12-21T10:00:00.000Z";
const over = "2026-11-21T10:00:00.000Z";
const AT_END = Date.parse(until);
const club = aBoughtProduct({
  type: "subscription",
  billingType: "subscription",
  billingPeriod: "month",
  accessUntil: until,
});
const ENDED = "This subscription has ended. It was paid until";
const FAILED = "The last payment failed. Update your card to keep this subscription.";

test.each<[string, Partial<PurchasedProduct>, now: number, Renewal | undefined]>([
  ["renews", {}, NOW, { text: "Subscription renews monthly", until, leads: false }],
  [
    "renews at an unknown date",
    { billingPeriod: "year", accessUntil: null },
    NOW,
    { text: "Subscription renews yearly", until: null, leads: false },
  ],
  ["has run out", { accessUntil: over }, NOW, { text: ENDED, until: over, leads: true }],
  ["was canceled", { endsAtPeriodEnd: true }, NOW, { text: "Ends on", until, leads: true }],
  [
    "was canceled and has ended",
    { endsAtPeriodEnd: true },
    AT_END,
    { text: ENDED, until, leads: true },
  ],
  ["was not paid", { paymentFailed: true }, NOW, { text: FAILED, until, leads: false }],
  [
    "was not paid, past its period",
    { paymentFailed: true },
    AT_END,
    { text: FAILED, until, leads: false },
  ],
  [
    "was not paid and was canceled",
    { paymentFailed: true, endsAtPeriodEnd: true },
    AT_END,
    { text: ENDED, until, leads: true },
  ],
  ["was revoked", { withdrawn: true }, NOW, undefined],
  ["has no period", { billingPeriod: null }, NOW, undefined],
  ["is not a subscription", { type: "digital" }, NOW, undefined],
])("a subscription that %s", (_name, changes, now, renewal) => {
  expect(renewalOf({ ...club, ...changes }, now)).toEqual(renewal);
});
