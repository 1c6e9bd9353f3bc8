const USABLE = /^[\w-]{1,50}$/;

/** Returns a discount code in upper case; undefined for a text that cannot be one. */
export function readCode(text: string | undefined): string | undefined {
  const code = text?.trim().toUpperCase() ?? "";
  return USABLE.test(code) ? code : undefined;
}

/** `GET /api/discounts/{code}` */
export type Discount = {
  code: string;
  /**
   * Price with the code by product id, in cents. Empty while the shop is closed, and for a code that
   * is unknown, has ended, is used up, or is limited to other products, buyers or totals.
   */
  prices: Record<number, number>;
};

/** The answer to a code without prices. */
export function noDiscount(text: string): Discount {
  return { code: readCode(text) ?? "", prices: {} };
}

/** Whether a code lowers any price. */
export function isDiscount({ prices }: Discount): boolean {
  return Object.keys(prices).length > 0;
}

/** Discount code in `GET /api/discounts`. `amountOff` is in cents of `currency`. */
export type DiscountCode = {
  id: string;
  code: string;
  isActive: boolean;
  percentOff: number | null;
  amountOff: number | null;
  currency: string | null;
  /** Names of the products that it is limited to; null for all products. */
  products: string[] | null;
  expiresAt: string | null;
  maxUses: number | null;
  uses: number;
};

/** `GET /api/discounts` */
export type DiscountList = {
  /** The newest 100, newest first. */
  codes: DiscountCode[];
  /** Products that a new code can be limited to. */
  products: { id: number; name: string; currency: string }[];
  /** Currency of an amount while no product is on sale. */
  currency: string;
};

/** Body of `POST /api/discounts`. Without products, the code applies to all of them. */
export type DiscountRequest = {
  code: string;
  percentOff: number | null;
  /** In the currency's smallest unit. */
  amountOff: number | null;
  productIds: number[];
  expiresAt: Date | null;
  maxUses: number | null;
};
