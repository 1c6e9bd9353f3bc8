import type {
  MailStop,
  MoreProduct,
  Ownership,
  OwnershipQuestion,
  Product,
  PurchaseDetail,
  PurchasedProduct,
  Receipt,
} from "./answers.ts";
import type { CheckoutRequest } from "./checkout.ts";
import type { ContactStart } from "./contact.ts";
import type { Batch, Faq, ShownPage, Testimonial } from "./content.ts";
import type { Discount } from "./discounts.ts";
import type { LoginStart, CurrentUser, SessionInfo } from "./sign-in.ts";
import type { WithdrawStart } from "./withdraw.ts";

/** Data source of the pages: the database on the server, the API in the browser. */
export type PageSource = {
  listProducts: () => Promise<Product[]>;
  /** The first testimonials on show. */
  listTestimonials: () => Promise<Batch<Testimonial>>;
  /** The first questions on show; their answers are HTML. */
  listFaqs: () => Promise<Batch<Faq>>;
  /** The page with this slug, or null. Called on the server only; the browser reuses the value. */
  findTextPage: (slug: string) => Promise<ShownPage | null>;
  /**
   * Returns the prices with a discount code and remembers it. Called on the server only; the
   * browser reuses the rendered value.
   */
  findDiscount: (code: string) => Promise<Discount | null>;
  getPurchase: (sessionId: string) => Promise<PurchaseDetail>;
  /** Called on the server only; the browser reuses the rendered value. */
  getOwnership: (question: OwnershipQuestion) => Promise<Ownership>;
  /** Returns an empty form, or the submitted values after a rejected post. */
  openContactForm: () => Promise<ContactStart>;
  /** Returns an error text of the shop, or null for other texts. Called on the server only. */
  findErrorText: (given: string) => Promise<string | null>;
  /** Returns the checkout that a form inside an iframe requested, or null. */
  findFramedCheckout: () => Promise<CheckoutRequest | null>;
  findUser: () => Promise<CurrentUser | null>;
  listPurchases: () => Promise<PurchasedProduct[]>;
  /** Returns the receipt of an own order, or null. Called on the server only. */
  findReceipt: (orderNumber: string) => Promise<Receipt | null>;
  /** Products on sale that the signed-in user does not own. */
  listMore: () => Promise<MoreProduct[]>;
  listSessions: () => Promise<SessionInfo[]>;
  openLogin: () => Promise<LoginStart>;
  /** Returns an empty form, or the step after a post. */
  openWithdrawal: () => Promise<WithdrawStart>;
  /** Returns the mails that a link stops, or null. Called on the server only. */
  findMailStop: (token: string) => Promise<MailStop | null>;
};
