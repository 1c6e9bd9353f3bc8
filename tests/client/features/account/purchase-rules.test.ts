import { expect, test } from "vitest";
import {
  accessUrlOf,
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

test("the same printable opens in the chosen paper size", () => {
  const a4 = aFile({ id: 1, url: "/a4.pdf" });
  const letter = aFile({
    id: 2,
    title: "Month 1 (US Letter)",
    paper: "letter",
    url: "/letter.pdf",
  });
  const poster = aFile({ id: 3, title: "Poster", paper: null, url: "/poster.pdf" });
  const inPaper = (url: string, paper?: "letter") => urlInPaper(url, [a4, letter, poster], paper);
  expect(inPaper("/all.zip", "letter")).toBe("/all.zip");
  expect(inPaper(poster.url, "letter")).toBe(poster.url);
  expect(inPaper(a4.url)).toBe(a4.url);
  expect(inPaper(a4.url, "letter")).toBe(letter.url);
});

test("a purchase without a name has one", () => {
  expect(purchaseName(aBoughtProduct())).toBe("Premium Pack");
  expect(purchaseName(aBoughtProduct({ productName: "" }))).toBe("Digital Product");
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

const canceled = { endsAtPeriodEnd: true };
const unpaid = { paymentFailed: true };
const renews = (text: string, date: string | null = until) => ({ text, until: date, leads: false });
const ends = (text: string, date = until) => ({ text, until: date, leads: true });

test.each<[string, Partial<PurchasedProduct>, now: number, Renewal | undefined]>([
  ["renews", {}, NOW, renews("Subscription renews monthly")],
  [
    "renews at an unknown date",
    { billingPeriod: "year", accessUntil: null },
    NOW,
    renews("Subscription renews yearly", null),
  ],
  ["has run out", { accessUntil: over }, NOW, ends(ENDED, over)],
  ["was canceled", canceled, NOW, ends("Ends on")],
  ["was canceled and has ended", canceled, AT_END, ends(ENDED)],
  ["was not paid", unpaid, NOW, renews(FAILED)],
  ["was not paid, past its period", unpaid, AT_END, renews(FAILED)],
  ["was not paid and was canceled", { ...unpaid, ...canceled }, AT_END, ends(ENDED)],
  ["was revoked", { revoked: true }, NOW, undefined],
  ["has no period", { billingPeriod: null }, NOW, undefined],
  ["is not a subscription", { type: "digital" }, NOW, undefined],
])("a subscription that %s", (_name, changes, now, renewal) => {
  expect(renewalOf({ ...club, ...changes }, now)).toEqual(renewal);
});
