import type { Stripe } from "stripe";
import { invalid, missing, noSuch } from "../api-error.ts";
import { addSession, lineItem } from "../objects/session.ts";
import { nested, nestedList, type ParamReader } from "../params.ts";
import { readInlinePrice, storePrice } from "../routes/catalog.ts";
import { need } from "../store.ts";
import type { Context, LineItem, Session } from "../types.ts";
import { checkLines, type LineDraft } from "./check-lines.ts";

const MINUTE_SECONDS = 60;
const SHORTEST_SECONDS = 30 * MINUTE_SECONDS;
const LONGEST_SECONDS = 24 * 60 * MINUTE_SECONDS;
const REFERENCE_LENGTH = 200;

const READ = [
  "mode",
  "line_items",
  "success_url",
  "cancel_url",
  "expires_at",
  "client_reference_id",
  "customer",
  "customer_creation",
  "customer_email",
  "metadata",
  "payment_intent_data",
  "subscription_data",
  "allow_promotion_codes",
  "billing_address_collection",
  "consent_collection",
  "custom_text",
  "locale",
  "submit_type",
  "ui_mode",
  "expand",
];
/** Accepted as Stripe accepts them, without any effect here. */
const WITHOUT_EFFECT = [
  "adaptive_pricing",
  "after_expiration",
  "automatic_tax",
  "branding_settings",
  "integration_identifier",
  "invoice_creation",
  "name_collection",
  "origin_context",
  "payment_method_collection",
  "payment_method_options",
  "payment_method_types",
  "phone_number_collection",
  "tax_id_collection",
];

/** Checks the parameters of a new session and stores it with its lines, prices and products. */
export function createSession(reader: ParamReader, context: Context): Session {
  reader.only(...READ, ...WITHOUT_EFFECT);
  const mode = reader.choice("mode", ["payment", "subscription"]);
  if (!mode) throw missing("mode");
  const form = { ...readForm(reader, context), ...readCustomer(reader, context, mode) };
  const drafts = nestedList(reader, "line_items").map((line) => readLine(line, context));
  checkLines(mode, drafts);
  const plan = readPlan(reader, mode);
  const lines = drafts.map((draft) => storeLine(draft, context));
  const session = addSession(context, { ...form, mode, lines });
  context.store.put("session_plan", { id: session.id, lines, ...plan });
  return session;
}

function readForm(reader: ParamReader, context: Context) {
  if (reader.choice("ui_mode", ["hosted_page"]) === undefined && reader.has("ui_mode")) {
    throw invalid("The payment simulator has hosted pages only.", { param: "ui_mode" });
  }
  const successUrl = reader.url("success_url");
  if (!successUrl) throw missing("success_url");
  const consent = nested(reader, "consent_collection");
  const texts = nested(reader, "custom_text");
  return {
    successUrl,
    cancelUrl: reader.url("cancel_url") ?? null,
    expiresAt: readExpiry(reader, context.now()),
    clientReferenceId: reader.string("client_reference_id", { maximum: REFERENCE_LENGTH }) ?? null,
    allowPromotionCodes: reader.boolean("allow_promotion_codes") ?? null,
    billingAddressCollection:
      reader.choice("billing_address_collection", ["auto", "required"]) ?? null,
    locale: reader.string("locale") ?? null,
    submitType:
      reader.choice("submit_type", ["auto", "book", "donate", "pay", "subscribe"]) ?? null,
    termsOfService: consent?.choice("terms_of_service", ["none", "required"]) ?? null,
    termsText: messageOf(texts, "terms_of_service_acceptance"),
    submitText: messageOf(texts, "submit"),
    metadata: reader.metadata(),
  };
}

function readCustomer(reader: ParamReader, context: Context, mode: "payment" | "subscription") {
  const customer = reader.string("customer") ?? null;
  const customerEmail = reader.email("customer_email") ?? null;
  if (customer && customerEmail) {
    throw invalid("You may only specify one of these parameters: customer, customer_email.");
  }
  const creation = reader.choice("customer_creation", ["always", "if_required"]);
  if (creation && mode === "subscription") {
    throw invalid("`customer_creation` can only be used in `payment` mode.", {
      param: "customer_creation",
    });
  }
  if (!customer) {
    const fallback = mode === "payment" ? "if_required" : "always";
    return { customer: null, customerEmail, customerCreation: creation ?? fallback } as const;
  }
  const known = context.store.find("customer", customer);
  if (!known) throw noSuch("customer", { id: customer, param: "customer", status: 400 });
  return { customer, customerEmail: known.email, customerCreation: null } as const;
}

function readExpiry(reader: ParamReader, now: number): number {
  const at = reader.integer("expires_at") ?? now + LONGEST_SECONDS;
  if (at < now + SHORTEST_SECONDS) {
    throw invalid(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      { param: "expires_at" },
    );
  }
  if (at > now + LONGEST_SECONDS) {
    throw invalid(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      { param: "expires_at" },
    );
  }
  return at;
}

function readLine(line: ParamReader, context: Context): LineDraft {
  line.only("price", "price_data", "quantity", "metadata", "dynamic_tax_rates", "tax_rates");
  const id = line.string("price");
  const data = nested(line, "price_data");
  if (id && data) {
    throw invalid("You may only specify one of these parameters: price, price_data.", {
      param: line.at("price"),
    });
  }
  const quantity = line.integer("quantity", { minimum: 1 });
  if (quantity === undefined) {
    throw invalid(
      `Quantity is required. Add \`quantity\` to \`${line.at("quantity").replace(/\[quantity\]$/, "")}\``,
    );
  }
  if (data) return { price: readInlinePrice(data, context), quantity };
  if (!id) throw missing(line.at("price"));
  const price = context.store.find("price", id);
  if (!price) throw noSuch("price", { id, param: line.at("price"), status: 400 });
  if (!price.active) {
    throw invalid("The price specified is inactive. This field only accepts active prices.", {
      param: line.at("price"),
    });
  }
  return { price, quantity };
}

function storeLine({ price: draft, quantity }: LineDraft, context: Context): LineItem {
  const price = "id" in draft ? draft : storePrice(context, draft);
  const product = need(context.store, "product", price.product);
  return lineItem(price, { quantity, description: product.name });
}

function readPlan(reader: ParamReader, mode: "payment" | "subscription") {
  const payment = nested(reader, "payment_intent_data");
  const subscription = nested(reader, "subscription_data");
  payment?.only("metadata", "description", "receipt_email", "statement_descriptor_suffix");
  subscription?.only("metadata", "description");
  if (payment && mode !== "payment") {
    throw invalid("You can not pass `payment_intent_data` in `subscription` mode.", {
      param: "payment_intent_data",
    });
  }
  if (subscription && mode !== "subscription") {
    throw invalid("You can not pass `subscription_data` in `payment` mode.", {
      param: "subscription_data",
    });
  }
  return {
    paymentMetadata: payment?.metadata() ?? {},
    paymentDescription: payment?.string("description") ?? null,
    subscriptionMetadata: subscription?.metadata() ?? {},
    subscriptionDescription: subscription?.string("description") ?? null,
  } satisfies { paymentMetadata: Stripe.Metadata; [field: string]: unknown };
}

function messageOf(texts: ParamReader | undefined, name: string): string | null {
  const text = texts && nested(texts, name);
  return text?.string("message", { maximum: 1200 }) ?? null;
}
