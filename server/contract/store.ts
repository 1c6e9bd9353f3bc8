// The shapes of the store's answers (api.md): what the server promises and the pages show.

export type ProductType = "digital" | "subscription";
export type BillingPeriod = "month" | "year";
export type Paper = "a4" | "letter";

/** A product on sale. Money is integer cents. */
export type Product = {
  id: number;
  name: string;
  description: string;
  price: number;
  currency: string;
  listPrice: number | null;
  images: string[];
  type: ProductType;
  billingPeriod: BillingPeriod | null;
  features: string[];
  badge: string | null;
  position: number;
};

/** A file the buyer may open. `url` works without signing in until its token expires. */
export type PurchasedFile = {
  id: number;
  title: string;
  paper: Paper | null;
  pages: number;
  bytes: number;
  sha256: string;
  url: string;
};

export type PurchasedItem = {
  id: number;
  name: string;
  productName: string;
  price: number;
  quantity: number;
  type: ProductType;
  billingPeriod: BillingPeriod | null;
  downloadUrl: string | null;
  fileUrl: string | null;
  files: PurchasedFile[];
};

/**
 * What the success page shows. `masked` is true when this browser may not see the order in full:
 * the address is masked and no link is given.
 */
export type PurchaseDetail = {
  checkoutSessionId: string;
  orderNumber: string;
  status: "paid" | "processing";
  totalAmount: number;
  currency: string;
  customerEmail: string | null;
  masked: boolean;
  /** True while this browser may still correct the address that the files go to. */
  canCorrectAddress: boolean;
  firstView: boolean;
  products: PurchasedItem[];
};

export type ApiErrorBody = {
  message: string;
  error: string;
  code: string;
  requestId: string;
  errors?: Record<string, string[]>;
};
