import type { Settings } from "../../../db/content-schema.ts";
import type { Order } from "../../../db/schema.ts";
import { shopIdOf } from "../../config/shop-id.ts";
import type { CheckoutRequest } from "../../contract/checkout.ts";
import { HOUR_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError, CallRefused } from "../../errors.ts";
import { CONSENT_PARAM, type NewCheckout } from "../../ports/payments.ts";
import { SAVED_CARD_MS } from "./known-buyer.ts";
import { pictureUrlOf, type SoldProduct } from "./catalogue.ts";
import type { Quote } from "./quote.ts";

const CHECKOUT_LIFETIME_MS = 23 * HOUR_MS;

/** What a checkout asks the provider for: everything at first, less after each refusal. */
export type ProviderRequest = {
  hasCode: boolean;
  /** Whether the checkout is opened for a known customer, who may be deleted at the provider. */
  hasCustomer: boolean;
  /** Whether lines name the provider's products, which may be archived or deleted there. */
  namesProducts: boolean;
  /** The reminder is dropped first, then the terms. */
  droppedQuestions: number;
  /** The provider's reason for the last dropped question. */
  refusedConsent: string | null;
};

export const WHOLE_REQUEST: ProviderRequest = {
  hasCode: true,
  hasCustomer: true,
  namesProducts: true,
  droppedQuestions: 0,
  refusedConsent: null,
};

/** Why a checkout is tried again. `stale`: another checkout was paid or ended meanwhile. */
export type Retry =
  | { retry: "stale" | "code ended" | "product missing" | "customer refused" }
  | { retry: "consent refused"; refusedConsent: string };

/** Content of a checkout, before the provider refuses any of it. */
export type CheckoutContent = {
  paths: Pick<CheckoutRequest, "successRouter" | "cancelRouter">;
  /** The browser's first language and that of the shop, as BCP 47 tags. */
  languages: string[];
  quoted: Quote<SoldProduct>;
  payer: { email: string | null } & Pick<NewCheckout, "customerId" | "savesCard">;
  settings: Pick<Settings, "tax" | "invoices" | "brand" | "consent" | "promotionCodes">;
  agreement: Pick<NewCheckout, "notice" | "terms" | "recovery">;
};

/** Returns the call that creates an order's session, without what the provider has refused. */
export function newCheckout(
  deps: Pick<Deps, "config" | "secret">,
  order: Pick<Order, "number" | "createdAt">,
  { content, request }: { content: CheckoutContent; request: ProviderRequest },
): NewCheckout {
  const { config } = deps;
  const { paths, languages, quoted, payer, settings, agreement } = content;
  const { notice, terms, recovery } = agreement;
  const { namesProducts, hasCustomer, droppedQuestions } = request;
  const asksReminder = recovery && droppedQuestions === 0;
  const asksTerms = droppedQuestions < (recovery ? 2 : 1);
  return {
    orderNumber: order.number,
    shopId: shopIdOf(deps),
    idempotencyKey: keyOf(order, request),
    lines: quoted.lines.map(({ product, beforeCode }) => ({
      ...product,
      productId: product.id,
      price: beforeCode,
      pictureUrl: pictureUrlOf(product.images, config),
      providerProductId: namesProducts ? product.providerProductId : null,
    })),
    successUrl: returnUrl(config, paths.successRouter, "{CHECKOUT_SESSION_ID}"),
    cancelUrl: new URL(paths.cancelRouter, config.publicUrl).href,
    customerEmail: payer.email,
    customerId: hasCustomer ? payer.customerId : null,
    savesCard: payer.savesCard,
    tax: settings.tax,
    invoice: settings.invoices,
    languages,
    brand: settings.brand,
    notice,
    terms: asksTerms ? terms : null,
    recovery: asksReminder,
    promotionCodeId: quoted.code?.id ?? null,
    acceptsCodes: settings.promotionCodes,
    expiresAt: new Date(
      order.createdAt.getTime() + (payer.customerId ? SAVED_CARD_MS : CHECKOUT_LIFETIME_MS),
    ),
  };
}

/** Returns a key for each request, because the provider refuses a known key with other content. */
function keyOf(
  { number }: Pick<Order, "number">,
  { namesProducts, hasCustomer, droppedQuestions }: ProviderRequest,
): string {
  const dropped = [
    namesProducts ? "" : "-own",
    hasCustomer ? "" : "-new",
    "-less".repeat(droppedQuestions),
  ];
  return `checkout-${number}${dropped.join("")}`;
}

/** Returns what to leave out after the provider's refusal, or undefined for other errors. */
export function retryAfter(checkout: NewCheckout, error: unknown): Retry | undefined {
  if (!(error instanceof AppError) || !(error.cause instanceof CallRefused)) return undefined;
  const { message, param } = error.cause;
  const asks = checkout.terms !== null || checkout.recovery;
  if (asks && param?.startsWith(CONSENT_PARAM)) {
    return { retry: "consent refused", refusedConsent: message };
  }
  if (checkout.customerId !== null) return { retry: "customer refused" };
  const namesProducts = checkout.lines.some((line) => line.providerProductId !== null);
  if (namesProducts) return { retry: "product missing" };
  return checkout.promotionCodeId === null ? undefined : { retry: "code ended" };
}

/** Returns the next request after a retry. */
export function lessThan(request: ProviderRequest, result: Retry): ProviderRequest {
  switch (result.retry) {
    case "code ended":
      return { ...WHOLE_REQUEST, hasCode: false };
    case "customer refused":
      return { ...request, hasCustomer: false };
    case "product missing":
      return { ...request, namesProducts: false };
    case "consent refused": {
      const { refusedConsent } = result;
      return { ...request, droppedQuestions: request.droppedQuestions + 1, refusedConsent };
    }
    case "stale":
      return request;
  }
}

/** Returns the address of a page of this site with a session id. */
export function returnUrl(
  { publicUrl }: Pick<Deps["config"], "publicUrl">,
  path: string,
  sessionId: string,
): string {
  const url = new URL(path, publicUrl);
  url.searchParams.delete("sessionId");
  const separator = url.search ? "&" : "?";
  // Not built with `URL`: the provider does not replace an escaped placeholder.
  return `${url.origin}${url.pathname}${url.search}${separator}sessionId=${sessionId}`;
}

/** Checkout parameters that contain buyer input. */
const BUYER_PARAMETERS = ["customer_email", "success_url", "cancel_url"];
const LINE = /^line_items\[(\d+)\]/;

/** Records the products of a checkout that the provider rejected, unless the buyer's input caused it. */
export function noteCheckoutRefused(
  { watch, clock }: Pick<Deps, "watch" | "clock">,
  { productIds, error }: { productIds: number[]; error: unknown },
): void {
  if (!(error instanceof AppError) || !(error.cause instanceof CallRefused)) return;
  const { message: said, param } = error.cause;
  if (param !== null && BUYER_PARAMETERS.includes(param)) return;
  const line = LINE.exec(param ?? "")?.[1];
  const refused = productIds.filter((_, index) => line === undefined || index === Number(line));
  for (const id of refused) watch.refusedProducts.set(id, { at: clock.now(), said });
}

/** Clears recorded rejections of products after a successful checkout creation. */
export function noteCheckoutOpened({ watch }: Pick<Deps, "watch">, productIds: number[]): void {
  for (const id of productIds) watch.refusedProducts.delete(id);
}
