import { NEW_LOGIN } from "../contract/sign-in.ts";
import type { Deps } from "../deps.ts";
import { SAMPLE, sampleMore } from "../domain/content/samples.ts";
import { findOffer, OFFER_KINDS } from "../contract/offer-names.ts";
import { shopCurrency } from "../domain/orders/catalogue.ts";
import { offerSource } from "../domain/orders/offers.ts";
import { shownProduct } from "../domain/orders/product-page.ts";
import type { PageData } from "./loaders.ts";
import { offerOf } from "./offers.ts";

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
  const offered = OFFER_KINDS.map((kind) => findOffer(kind, source.products, source.choice)?.id);
  const original = source.products.find(({ id }) => !offered.includes(id)) ?? source.products[0];
  const offer = { ...source, originalId: original?.id ?? 1, ownership: { order: null, owned: [] } };
  const shown = shownProduct(original?.slug ?? "").read(db);
  return {
    "/account": {
      user: { id: 1, email: EMAIL, name: null, isAdmin: false },
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
        mail: "sent",
        firstView: false,
        products: [{ ...ITEM, name: PRODUCT, quantity: 1, files: [FILE] }],
        otherOrders: [],
        more,
      },
    },
    "/downsell": offerOf({ kind: "downsell", ...offer }),
    "/login": { start: NEW_LOGIN, adminEmail: undefined },
    "/mails/stop": { email: EMAIL, topic: "news", isStopped: false },
    ...(shown && { "/products/:id": { ...shown, discount: null, wantsCheckout: false } }),
    "/upsell/:id": offerOf({ kind: "upsell", ...offer }),
    "/upsell2": offerOf({ kind: "upsell2", ...offer }),
  };
}
