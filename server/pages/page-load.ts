import type { Context } from "hono";
import type { DeletionStart } from "../contract/account-deletion.ts";
import type { CheckoutRequest } from "../contract/checkout.ts";
import type { ContactStart } from "../contract/contact.ts";
import type { CurrentUser, LoginStart } from "../contract/sign-in.ts";
import type { EmailChangeStart } from "../contract/email-change.ts";
import type { PageAddress } from "../contract/pages.ts";
import type { ReviewStart } from "../contract/review.ts";
import type { WithdrawStart } from "../contract/withdraw.ts";
import type { Deps } from "../deps.ts";
import type { ReadPublic } from "../domain/public-reads.ts";
import { withNews } from "../domain/mails/mail-preferences.ts";
import type { AppEnv, Visitor } from "../http/hono-env.ts";
import { createRateLimit } from "../http/rate-limits.ts";
import type { Discount } from "../contract/discounts.ts";
import { rememberDiscount, viewerOf } from "../http/visitor.ts";

/** A posted form that is answered with a page. */
export type PostedPage = {
  status: number;
  contact?: Omit<ContactStart, "openedAt"> & { openedAt?: number | undefined };
  login?: LoginStart;
  withdraw?: WithdrawStart;
  emailChange?: EmailChangeStart;
  review?: ReviewStart;
  deletion?: DeletionStart;
  /** Checkout requested inside an iframe and not started yet. */
  framedCheckout?: CheckoutRequest;
};

/** The request of a visitor. */
export type PageVisit = {
  c: Context<AppEnv>;
  posted?: PostedPage | undefined;
  /** Whether the page has read the visitor's data, so that caches must not store it. */
  isPersonal: boolean;
};

const DISCOUNTS = { name: "discount-page", points: 60, seconds: 60, durable: false };
const PURCHASES = { name: "purchase-page", points: 60, seconds: 60, durable: false };

/** Rate limits of the reads that ask the payment provider. */
export function pageLimits(deps: Deps) {
  return {
    discounts: createRateLimit(deps, DISCOUNTS),
    purchases: createRateLimit(deps, PURCHASES),
  };
}

/** What a page's loader reads. */
export type PageLoad = Pick<PageAddress, "id" | "search"> & {
  deps: Deps;
  limits: ReturnType<typeof pageLimits>;
  /** Reads data that all visitors share; a cached page records its tables. */
  read: ReadPublic;
  /** Undefined for a page that all visitors share, and for a preview. */
  visit: PageVisit | undefined;
  /** Reports an error that the page does not show. */
  report: (error: unknown) => void;
};

export function visitOf({ visit }: PageLoad): PageVisit {
  if (!visit) throw new Error("A shared page must not read anything of a visitor.");
  return visit;
}

/** Like `visitOf`, for data of the visitor: the page is not cached. */
export function personalVisitOf(load: PageLoad): PageVisit {
  const visit = visitOf(load);
  visit.isPersonal = true;
  return visit;
}

/** Returns the visitor. The page is not cached if the browser or the user is known. */
export function visitorOf(load: PageLoad): Visitor {
  const visit = visitOf(load);
  const visitor = viewerOf(visit.c, load.deps);
  visit.isPersonal ||= visitor.browserHash !== null || visitor.user !== null;
  return visitor;
}

export function findUser(load: PageLoad): CurrentUser | null {
  const { user } = viewerOf(personalVisitOf(load).c, load.deps);
  return user && withNews(load.deps, user);
}

/** Returns the prices with the discount code in the address, and remembers it; null without one. */
export async function loadDiscount(load: PageLoad): Promise<Discount | null> {
  const { code } = load.search;
  if (!code) return null;
  const findDiscount = async () => {
    const { c } = visitOf(load);
    await load.limits.discounts(c);
    return rememberDiscount(c, load.deps, code);
  };
  return withFallback(load, findDiscount, null);
}

/** Returns `fallback` and reports the error when the read fails. */
export async function withFallback<Value, Fallback>(
  { report }: Pick<PageLoad, "report">,
  read: () => Value | Promise<Value>,
  fallback: Fallback,
): Promise<Value | Fallback> {
  try {
    return await read();
  } catch (error) {
    report(error);
    return fallback;
  }
}
