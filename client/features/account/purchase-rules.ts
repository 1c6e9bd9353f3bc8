import { groupByTitle } from "../../../server/contract/files.ts";
import type { Paper, PurchasedFile, PurchasedProduct } from "../../../server/contract/answers.ts";
import { accountWords } from "../../content/account.ts";

const words = accountWords.history;

/** What "Access Product" opens: the file before the bundle; nothing when there is neither. */
export function accessUrlOf({ fileUrl, downloadUrl }: PurchasedProduct): string | undefined {
  return fileUrl || downloadUrl || undefined;
}

/** The address of the same printable in this paper; as it is where there is none. */
export function urlInPaper(url: string, files: PurchasedFile[], paper: Paper | undefined): string {
  const group = groupByTitle(files).find((group) => group.files.some((file) => file.url === url));
  return group?.files.find((file) => file.paper === paper)?.url ?? url;
}

/** The ZIP of all files, for a purchase that has several; undefined for the others. */
export function bundleUrlOf({ downloadUrl, files }: PurchasedProduct): string | undefined {
  return files.length > 1 ? (downloadUrl ?? undefined) : undefined;
}

/** The name of a purchase, or what stands for one. */
export function purchaseName({ productName }: PurchasedProduct): string {
  return productName || words.fallbackName;
}

/** How a purchase was paid for. */
export function badgeOf({ billingType }: PurchasedProduct): string {
  return billingType === "one_time" ? words.oneTime : words.subscription;
}

/** `leads`: the text runs on into the date, which would otherwise stand beside it. */
export type Renewal = { text: string; until: string | null; leads: boolean };

/** What a subscription line says about its next period; undefined for what was bought for good. */
export function renewalOf(purchase: PurchasedProduct, now: number): Renewal | undefined {
  const { type, billingPeriod, accessUntil: until, endsAtPeriodEnd } = purchase;
  if (type !== "subscription" || purchase.withdrawn || purchase.paymentPending) return undefined;
  if (purchase.paymentFailed && !endsAtPeriodEnd)
    return { text: words.paymentFailed, until, leads: false };
  const over = until !== null && Date.parse(until) <= now;
  if (over) return { text: words.ended, until, leads: true };
  if (endsAtPeriodEnd) return { text: words.endsOn, until, leads: true };
  if (!billingPeriod) return undefined;
  return { text: words.renews(billingPeriod), until, leads: false };
}

/** The name that a product's own pictures were made under. */
export function pictureOf({ productName }: PurchasedProduct): string {
  return productName.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
