/** A discount code of the payment provider. Amounts are in the smallest unit of `currency`. */
export type PromotionCode = {
  id: string;
  code: string;
  /** False once it was ended, has expired or is used up. */
  isActive: boolean;
  /** Whether only some buyers or totals qualify, which only the payment page can decide. */
  isRestricted: boolean;
  percentOff: number | null;
  amountOff: number | null;
  /** Currency of `amountOff`. */
  currency: string | null;
  /** The provider's ids of the products that it is limited to; null for all products. */
  providerProductIds: string[] | null;
  expiresAt: Date | null;
  maxUses: number | null;
  uses: number;
};

/** Exactly one of `percentOff` and `amountOff` is set. */
export type NewPromotionCode = Pick<
  PromotionCode,
  "code" | "percentOff" | "amountOff" | "currency" | "providerProductIds" | "expiresAt" | "maxUses"
> & { shopId: string; idempotencyKey: string };

/** A product as stored at the provider, which limits codes to products. */
export type ProviderProduct = {
  productId: number;
  /** The provider's id; null until it is created. */
  providerProductId: string | null;
  name: string;
  description: string | null;
  pictureUrl: string | null;
};

/** The part of `Payments` for discount codes. Calls throw AppError `payment_provider`. */
export type Promotions = {
  /** Lists up to 100 codes, newest first. `next` is the cursor of the next page, or null. */
  listPromotionCodes: (query: {
    activeOnly: boolean;
    after: string | null;
  }) => Promise<{ entries: PromotionCode[]; next: string | null }>;
  createPromotionCode: (code: NewPromotionCode) => Promise<void>;
  /** Deactivates a code permanently. Does nothing when the provider does not know it. */
  endPromotionCode: (id: string) => Promise<void>;
  /** Creates or updates a product and returns the provider's id. */
  saveProduct: (product: ProviderProduct) => Promise<string>;
};
