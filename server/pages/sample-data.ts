import { NEW_LOGIN } from "../contract/sign-in.ts";
import type { Deps } from "../deps.ts";
import { SAMPLE, sampleMore } from "../domain/content/samples.ts";
import type { Product } from "../contract/answers.ts";
import { findOffer, OFFER_KINDS, type OfferKind } from "../contract/offer-names.ts";
import { shopCurrency } from "../domain/orders/catalogue.ts";
import { offerSource, type OfferSource } from "../domain/orders/offers.ts";
import { shownProduct } from "../domain/orders/product-page.ts";
import type { PageData } from "./loaders.ts";
import { offerOf, type OfferState } from "./offers.ts";

const {
  orderNumber: ORDER_NUMBER,
  email: EMAIL,
  product: PRODUCT,
  cents: CENTS,
  file: FILE,
} = SAMPLE;

const ITEM = {
  id: 1,
  productName: PRODUCT,
  price: CENTS,
  type: "digital",
  billingPeriod: null,
  licence: "personal",
  downloadUrl: FILE.url,
  fileUrl: FILE.url,
  files: [FILE],
} as const;

const SESSION = "sample";
/** Query string for previews of pages that need a purchase. */
export const SAMPLE_PURCHASE = `sessionId=${SESSION}&plain=1`;

/** Returns the data of a sample visitor with one purchase, for previews of personal pages. */
export function sampleData({ db, clock }: Pick<Deps, "db" | "clock">): Partial<PageData> {
  const currency = shopCurrency(db);
  const at = clock.now().toISOString();
  const more = sampleMore(currency);
  const source = offerSource.read(db);
  const original = findOriginal(source);
  const shown = shownProduct(original?.slug ?? "").read(db);
  return {
    "/account": {
      user: { id: 1, email: EMAIL, name: null, isAdmin: false },
      paper: null,
      purchases: [
        {
          ...ITEM,
          orderNumber: ORDER_NUMBER,
          purchaseDate: at,
          currency,
          billingType: "one_time",
          accessUntil: null,
          endsAtPeriodEnd: false,
          paymentFailed: false,
          paymentPending: false,
          revoked: false,
          files: [FILE],
        },
      ],
      sessions: [
        { id: 1, current: true, device: "Firefox on Windows", createdAt: at, lastUsedAt: at },
      ],
      more,
      readAt: clock.now().getTime(),
    },
    "/account/delete": { step: "choice", obstacle: null, error: null },
    "/account/orders/:id": {
      orderNumber: ORDER_NUMBER,
      paidAt: at,
      buyer: { name: "Anna Bear", email: EMAIL, country: "Germany", taxId: null },
      currency,
      items: [
        { id: 1, name: PRODUCT, licence: "personal", billingPeriod: null, price: CENTS, credit: 0 },
      ],
      subtotal: CENTS,
      discount: 0,
      discountCode: null,
      tax: null,
      other: 0,
      total: CENTS,
      refunded: 0,
      invoice: null,
    },
    "/checkout/start": {
      products: [{ productId: 1, quantity: 1 }],
      successRouter: "/checkout/success",
      cancelRouter: "/checkout/cancel",
    },
    "/checkout/success": {
      purchase: {
        checkoutSessionId: SESSION,
        orderNumber: ORDER_NUMBER,
        status: "paid",
        purchaseDate: at,
        totalAmount: CENTS,
        currency,
        customerEmail: EMAIL,
        masked: false,
        canCorrectAddress: true,
        reviews: false,
        mail: "sent",
        firstView: false,
        products: [{ ...ITEM, name: PRODUCT, quantity: 1, files: [FILE] }],
        otherOrders: [],
        more,
      },
    },
    "/downsell": sampleOffer("downsell", source),
    "/login": { start: NEW_LOGIN, adminEmail: undefined },
    "/mails/stop": { email: EMAIL, topic: "news", isStopped: false },
    "/orders/review": {
      step: "form",
      products: [PRODUCT],
      values: { stars: "5", text: "", name: "Anna", consent: "" },
      problems: {},
      error: null,
    },
    ...(shown && { "/products/:id": { ...shown, discount: null, wantsCheckout: false } }),
    "/upsell/:id": sampleOffer("upsell", source),
    "/upsell2": sampleOffer("upsell2", source),
  };
}

/** Returns the first product that is not an offer, or the first one. */
function findOriginal({ products, choice }: OfferSource): Product | undefined {
  const offered = OFFER_KINDS.map((kind) => findOffer(kind, products, choice)?.id);
  return products.find(({ id }) => !offered.includes(id)) ?? products[0];
}

/** Returns an offer, with any other product if it has none, so that its texts can be edited. */
function sampleOffer(kind: OfferKind, source: OfferSource): OfferState {
  const originalId = findOriginal(source)?.id ?? 1;
  const facts = { kind, originalId, ownership: { order: null, owned: [] } };
  const state = offerOf({ ...source, ...facts });
  const other = source.products.find(({ id }) => id !== originalId);
  if (state.kind === "ready" || !other) return state;
  const choice = { offers: true, firstOfferId: other.id, secondOfferId: other.id };
  return offerOf({ ...source, ...facts, choice: { ...choice, lastOfferId: other.id } });
}
