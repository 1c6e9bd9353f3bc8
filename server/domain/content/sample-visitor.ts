import type { PageSource } from "../../contract/page-source.ts";
import { NEW_LOGIN } from "../../contract/sign-in.ts";
import { NEW_WITHDRAWAL } from "../../contract/withdraw.ts";
import { SAMPLE, sampleMore } from "./samples.ts";

/** Data sources of a page that depend on the visitor. */
export type VisitorSource = Omit<
  PageSource,
  "listProducts" | "listTestimonials" | "listFaqs" | "findTextPage"
>;

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

/** Query string for previews of pages that need a purchase. */
export const SAMPLE_PURCHASE = "sessionId=sample&plain=1";

/** The only page previewed as signed in, because others may redirect signed-in visitors. */
const SIGNED_IN_PAGE = "/account";

/** Returns the data of a sample visitor with one purchase, for previews of personal pages. */
export function sampleVisitor(
  path: string,
  { now, currency }: { now: Date; currency: string },
): VisitorSource {
  const more = sampleMore(currency);
  const user = { id: 1, email: EMAIL, name: null, isAdmin: false };
  const at = now.toISOString();
  return {
    getPurchase: async (checkoutSessionId) => ({
      checkoutSessionId,
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
    }),
    findDiscount: async () => null,
    getOwnership: async () => ({ order: null, owned: [] }),
    openContactForm: async () => ({ openedAt: now.getTime(), draft: null }),
    findErrorText: async () => null,
    findFramedCheckout: async () => ({
      products: [{ productId: 1, quantity: 1 }],
      successRouter: "/checkout/success",
      cancelRouter: "/checkout/cancel",
    }),
    findUser: async () => (path === SIGNED_IN_PAGE ? user : null),
    listPurchases: async () => [
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
    findReceipt: async () => ({
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
    }),
    listMore: async () => more,
    listSessions: async () => [
      { id: 1, current: true, device: "Firefox on Windows", createdAt: at, lastUsedAt: at },
    ],
    openLogin: async () => NEW_LOGIN,
    openWithdrawal: async () => NEW_WITHDRAWAL,
    findMailStop: async () => ({ email: EMAIL, topic: "news", isStopped: false }),
  };
}
