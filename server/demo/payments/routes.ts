import type { Route } from "./call.ts";
import { CATALOG_ROUTES } from "./routes/catalog.ts";
import { CHECKOUT_ROUTES } from "./routes/checkout.ts";
import { CUSTOMER_ROUTES } from "./routes/customers.ts";
import { EVENT_ROUTES } from "./routes/events.ts";
import { INVOICE_ROUTES } from "./routes/invoices.ts";
import { PAYMENT_ROUTES } from "./routes/payments.ts";
import { REVERSAL_ROUTES } from "./routes/reversals.ts";
import { SUBSCRIPTION_ROUTES } from "./routes/subscriptions.ts";

/** Every path of the API the simulator knows. */
export const ROUTES: Route[] = [
  ...CATALOG_ROUTES,
  ...CHECKOUT_ROUTES,
  ...CUSTOMER_ROUTES,
  ...EVENT_ROUTES,
  ...INVOICE_ROUTES,
  ...PAYMENT_ROUTES,
  ...REVERSAL_ROUTES,
  ...SUBSCRIPTION_ROUTES,
];
