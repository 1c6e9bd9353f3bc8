import type { Stripe } from "stripe";
import { newId } from "../ids.ts";
import type { Context, Price, Product } from "../types.ts";

export type Interval = "day" | "month" | "week" | "year";
export type NewProduct = {
  id?: string;
  name: string;
  active: boolean;
  description: string | null;
  images: string[];
  metadata: Stripe.Metadata;
  taxCode: string | null;
  url: string | null;
};
export type NewPrice = {
  active: boolean;
  currency: string;
  unitAmount: number;
  product: string;
  recurring: { interval: Interval; intervalCount: number } | null;
  lookupKey: string | null;
  nickname: string | null;
  metadata: Stripe.Metadata;
};

/** Stores a product. */
export function addProduct(context: Context, product: NewProduct): Product {
  const created = context.now();
  const record = {
    id: product.id ?? newId("product"),
    object: "product",
    active: product.active,
    created,
    default_price: null,
    description: product.description,
    images: product.images,
    livemode: false,
    marketing_features: [],
    metadata: product.metadata,
    name: product.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: product.taxCode,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: created,
    url: product.url,
  } satisfies Product;
  context.store.put("product", record);
  return record;
}

/** Stores a price; `unitAmount` is in the currency's smallest unit. */
export function addPrice(context: Context, price: NewPrice): Price {
  const record = {
    id: newId("price"),
    object: "price",
    active: price.active,
    billing_scheme: "per_unit",
    created: context.now(),
    currency: price.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: price.lookupKey,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    recurring: price.recurring && {
      interval: price.recurring.interval,
      interval_count: price.recurring.intervalCount,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: price.recurring ? "recurring" : "one_time",
    unit_amount: price.unitAmount,
    unit_amount_decimal: String(price.unitAmount),
  } satisfies Price;
  context.store.put("price", record);
  return record;
}
