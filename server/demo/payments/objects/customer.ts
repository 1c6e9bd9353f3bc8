import type { Stripe } from "stripe";
import { newId, randomText } from "../ids.ts";
import type { Context, Customer } from "../types.ts";

export type NewCustomer = {
  email: string | null;
  name: string | null;
  description: string | null;
  phone: string | null;
  metadata: Stripe.Metadata;
};

/** Stores a customer. */
export function addCustomer(context: Context, customer: NewCustomer): Customer {
  const record = {
    id: newId("customer"),
    object: "customer",
    address: null,
    balance: 0,
    created: context.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: customer.description,
    discount: null,
    email: customer.email,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: customer.metadata,
    name: customer.name,
    next_invoice_sequence: 1,
    phone: customer.phone,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  } satisfies Customer;
  context.store.put("customer", record);
  return record;
}
