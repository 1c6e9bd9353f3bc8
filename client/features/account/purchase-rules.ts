import { unitWords } from "../../../server/contract/format.ts";
import { groupByTitle } from "../../../server/contract/files.ts";
import type { PurchasedFile, PurchasedProduct } from "../../../server/contract/answers.ts";
import type { Paper } from "../../../server/contract/site.ts";
import { fill } from "../../../server/contract/words.ts";
import { accountWords } from "../../content/account.ts";

const words = accountWords.history;

/** URL for "Access Product": the file, or else the ZIP download. */
export function accessUrlOf({ fileUrl, downloadUrl }: PurchasedProduct): string | undefined {
  return fileUrl || downloadUrl || undefined;
}

/** URL of the same printable in this paper size, if it exists. */
export function urlInPaper(url: string, files: PurchasedFile[], paper: Paper | undefined): string {
  const group = groupByTitle(files).find((group) => group.files.some((file) => file.url === url));
  return group?.files.find((file) => file.paper === paper)?.url ?? url;
}

export function purchaseName({ productName }: PurchasedProduct): string {
  return productName || words.fallbackName;
}

/** Renewal text and date. If `leads` is true, the date completes the sentence. */
export type Renewal = { text: string; until: string | null; leads: boolean };

/** Returns the renewal text of a subscription; undefined for other purchases. */
export function renewalOf(purchase: PurchasedProduct, now: number): Renewal | undefined {
  const { type, billingPeriod, accessUntil: until, endsAtPeriodEnd } = purchase;
  if (type !== "subscription" || purchase.revoked || purchase.paymentPending) return undefined;
  if (purchase.paymentFailed && !endsAtPeriodEnd)
    return { text: words.paymentFailed, until, leads: false };
  const over = until !== null && Date.parse(until) <= now;
  if (over) return { text: words.ended, until, leads: true };
  if (endsAtPeriodEnd) return { text: words.endsOn, until, leads: true };
  if (!billingPeriod) return undefined;
  return { text: fill(words.renews, { period: unitWords[billingPeriod] }), until, leads: false };
}
