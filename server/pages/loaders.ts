import type { Product, PurchaseDetail } from "../contract/answers.ts";
import { NEW_LOGIN, SIGNED_OUT_PARAM } from "../contract/sign-in.ts";
import { messages } from "../contract/messages.ts";
import { type PageAddress, PageNotFound, Redirect } from "../contract/pages.ts";
import { returnPathOf } from "../contract/local-paths.ts";
import { NEW_WITHDRAWAL } from "../contract/withdraw.ts";
import type { Deps } from "../deps.ts";
import { isSectionShown } from "../contract/sections.ts";
import { packList } from "../domain/orders/offers.ts";
import { faqBatch, shownPage, testimonialBatch } from "../domain/content/content-batches.ts";
import { findMailStop } from "../domain/mails/mail-preferences.ts";
import { getPurchaseDetail } from "../domain/orders/purchase-detail.ts";
import { siteRead } from "../domain/settings.ts";
import { AppError } from "../errors.ts";
import { findKnownMessage } from "./known-messages.ts";
import { loadAccount, loadDeletion, loadReceipt } from "./account.ts";
import { loadReview } from "./review.ts";
import { loadProduct } from "./product.ts";
import { loadCancelled, loadDownsell, loadUpsell, loadUpsell2 } from "./offers.ts";
import {
  findUser,
  loadDiscount,
  pageLimits,
  type PageLoad,
  personalVisitOf,
  visitorOf,
  withFallback,
} from "./page-load.ts";

/** The loader of each page that shows data. Its result is also sent to the browser, as JSON. */
export const loaders = {
  "/": loadLanding,
  "/account": loadAccount,
  "/account/delete": loadDeletion,
  "/account/orders/:id": loadReceipt,
  "/checkout/cancel": loadCancelled,
  "/checkout/error": loadErrorText,
  "/checkout/start": loadFramedCheckout,
  "/checkout/success": loadPurchase,
  "/contact": openContactForm,
  "/downsell": loadDownsell,
  "/login": openLogin,
  "/mails/stop": loadMailStop,
  "/products/:id": loadProduct,
  "/orders/find": ({ visit }: PageLoad) => visit?.posted?.login ?? NEW_LOGIN,
  "/orders/review": loadReview,
  "/upsell/:id": loadUpsell,
  "/upsell2": loadUpsell2,
  "/withdraw": ({ visit }: PageLoad) => visit?.posted?.withdraw ?? NEW_WITHDRAWAL,
  "/:id": loadTextPage,
};

type Loaders = typeof loaders;
/** The data of each page, by its path. */
export type PageData = { [Path in keyof Loaders]: Awaited<ReturnType<Loaders[Path]>> };

export const hasData = (path: string) => path in loaders;

export type PageLoader = ReturnType<typeof pageLoader>;

/** Returns a function that loads a page's data. It may throw `Redirect` or `PageNotFound`. */
export function pageLoader(deps: Deps) {
  const limits = pageLimits(deps);
  return async (
    { path, id, search }: PageAddress,
    request: Pick<PageLoad, "read" | "visit" | "report">,
  ): Promise<unknown> => {
    const load = path in loaders ? loaders[path as keyof Loaders] : undefined;
    return load?.({ deps, limits, id, search, ...request });
  };
}

const NO_ROWS = { rows: [], more: false };

/** A list that cannot be read is reported, and the page is shown without it. */
async function loadLanding(load: PageLoad) {
  const { read } = load;
  const { config } = load.deps;
  const hasPacks = isSectionShown(read(siteRead(config)), "pricing");
  const [products, testimonials, faqs, discount] = await Promise.all([
    withFallback(load, () => (hasPacks ? read<Product[]>(packList) : []), undefined),
    withFallback(load, () => read(testimonialBatch(config)), NO_ROWS),
    withFallback(load, () => read(faqBatch(config)), NO_ROWS),
    loadDiscount(load),
  ]);
  const isListLost = products === undefined ? { isListLost: true as const } : {};
  return { products: products ?? [], ...isListLost, testimonials, faqs, discount };
}

function loadTextPage({ read, deps, id = "" }: PageLoad) {
  const page = read(shownPage(deps.config, id));
  if (!page) throw new PageNotFound();
  return page;
}

/** Returns an error text of the shop; null for other texts, undefined without a text. */
function loadErrorText({ search: { error } }: PageLoad): string | null | undefined {
  return error?.trim() ? findKnownMessage(error) : undefined;
}

/** Returns the checkout that a form inside an iframe requested. */
function loadFramedCheckout(load: PageLoad) {
  const request = personalVisitOf(load).posted?.framedCheckout;
  if (!request) throw new PageNotFound();
  return request;
}

type LoadedPurchase = { purchase: PurchaseDetail } | { message: string; reason?: string };

/** Loads a purchase for browsers without JavaScript; others load it from the page. */
async function loadPurchase(load: PageLoad): Promise<LoadedPurchase | undefined> {
  const { sessionId, plain } = load.search;
  if (!plain || !sessionId) return undefined;
  try {
    await load.limits.purchases(personalVisitOf(load).c);
    return { purchase: await getPurchaseDetail(load.deps, sessionId, visitorOf(load)) };
  } catch (error) {
    if (!(error instanceof AppError)) return { message: messages.unexpected };
    const { message, reason } = error;
    return { message, reason };
  }
}

/** Returns an empty form, or the submitted values after a rejected post. */
function openContactForm({ visit, deps }: PageLoad) {
  const { draft = null, openedAt = deps.clock.now().getTime() } = visit?.posted?.contact ?? {};
  if (visit && draft) visit.isPersonal = true;
  return { openedAt, draft };
}

/** `adminEmail` is set when the session still needs a passkey check. */
function openLogin(load: PageLoad) {
  const start = personalVisitOf(load).posted?.login ?? NEW_LOGIN;
  // After an offline sign-out the server may still have the session, so do not redirect.
  const user = load.search[SIGNED_OUT_PARAM] ? null : findUser(load);
  if (user && !user.needsPasskey) throw new Redirect(returnPathOf(load.search));
  return { start, adminEmail: user?.email };
}

function loadMailStop(load: PageLoad) {
  personalVisitOf(load);
  return findMailStop(load.deps, load.search["token"] ?? "");
}
