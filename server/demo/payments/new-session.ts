import { invalid, missing } from "./api-error.ts";
import { nested, nestedList, type ParamReader } from "./params.ts";
import { addSession, type LineDraft, sessionLine } from "./sessions.ts";
import type { ApiCall, Session } from "./types.ts";

const MINUTE_SECONDS = 60;
const SHORTEST_SECONDS = 30 * MINUTE_SECONDS;
const LONGEST_SECONDS = 24 * 60 * MINUTE_SECONDS;
const REFERENCE_LENGTH = 200;
const MAXIMUM_AMOUNT = 99_999_999;
const SMALLEST_CHARGE_CENTS = 50;

type Mode = "payment" | "subscription";

/** Checks the parameters of a new session and stores it with its lines. */
export function createSession({ reader, context }: ApiCall): Session {
  reader.only(
    "mode",
    "line_items",
    "success_url",
    "cancel_url",
    "expires_at",
    "client_reference_id",
    "customer_email",
    "metadata",
    "payment_intent_data",
    "subscription_data",
  );
  const mode = reader.choice("mode", ["payment", "subscription"]);
  if (!mode) throw missing("mode");
  const form = readForm(reader, context.now());
  const drafts = nestedList(reader, "line_items").map(readLine);
  checkLines(mode, drafts);
  const plan = readPlan(reader, mode);
  const lines = drafts.map((draft) => sessionLine(context, draft));
  const session = addSession(context, { ...form, mode, lines });
  context.store.put("session_plan", { id: session.id, lines, ...plan });
  return session;
}

function readForm(reader: ParamReader, now: number) {
  const successUrl = reader.url("success_url");
  if (!successUrl) throw missing("success_url");
  return {
    successUrl,
    cancelUrl: reader.url("cancel_url") ?? null,
    expiresAt: readExpiry(reader, now),
    clientReferenceId: reader.string("client_reference_id", { maximum: REFERENCE_LENGTH }) ?? null,
    customerEmail: reader.email("customer_email") ?? null,
    metadata: reader.metadata(),
  };
}

function readExpiry(reader: ParamReader, now: number): number {
  const at = reader.integer("expires_at") ?? now + LONGEST_SECONDS;
  const param = "expires_at";
  if (at < now + SHORTEST_SECONDS) {
    throw invalid(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      { param },
    );
  }
  if (at > now + LONGEST_SECONDS) {
    throw invalid(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      { param },
    );
  }
  return at;
}

function readLine(line: ParamReader): LineDraft {
  line.only("price_data", "quantity");
  const data = nested(line, "price_data");
  if (!data) throw missing(line.at("price_data"));
  if (line.requireInteger("quantity", { minimum: 1 }) > 1) {
    throw invalid("The payment simulator sells one of each.", { param: line.at("quantity") });
  }
  data.only("currency", "unit_amount", "product_data", "recurring");
  const product = nested(data, "product_data");
  if (!product) throw missing(data.at("product_data"));
  product.only("name", "metadata");
  return {
    name: product.requireString("name"),
    metadata: product.metadata(),
    currency: readCurrency(data),
    amount: readAmount(data),
    interval: readInterval(data),
  };
}

function readCurrency(reader: ParamReader): string {
  const currency = reader.requireString("currency").toLowerCase();
  if (/^[a-z]{3}$/.test(currency)) return currency;
  throw invalid(`Invalid currency: ${currency}. Stripe uses three-letter currency codes.`, {
    param: reader.at("currency"),
  });
}

function readAmount(reader: ParamReader): number {
  const amount = reader.requireInteger("unit_amount", { minimum: 0 });
  if (amount <= MAXIMUM_AMOUNT) return amount;
  throw invalid(`Amount must be no more than ${MAXIMUM_AMOUNT}.`, {
    code: "amount_too_large",
    param: reader.at("unit_amount"),
  });
}

function readInterval(reader: ParamReader): LineDraft["interval"] {
  const recurring = nested(reader, "recurring");
  if (!recurring) return null;
  recurring.only("interval");
  const interval = recurring.choice("interval", ["month", "year"]);
  if (!interval) throw missing(recurring.at("interval"));
  return interval;
}

function readPlan(reader: ParamReader, mode: Mode) {
  const payment = nested(reader, "payment_intent_data");
  const subscription = nested(reader, "subscription_data");
  payment?.only("metadata");
  subscription?.only("metadata");
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
    subscriptionMetadata: subscription?.metadata() ?? {},
  };
}

/** Refuses lines that a session of this mode cannot hold together. */
function checkLines(mode: Mode, lines: LineDraft[]): void {
  if (lines.length === 0) throw missing("line_items");
  const recurs = lines.some(({ interval }) => interval !== null);
  if (recurs && mode === "payment") {
    throw invalid(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      { param: "mode" },
    );
  }
  if (!recurs && mode === "subscription") {
    throw invalid(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      { param: "mode" },
    );
  }
  const intervals = new Set(lines.flatMap(({ interval }) => interval ?? []));
  if (intervals.size > 1) {
    throw invalid("Checkout does not support multiple prices with different billing intervals.", {
      param: "line_items",
    });
  }
  const currencies = new Set(lines.map(({ currency }) => currency));
  if (currencies.size > 1) {
    throw invalid("You must use the same currency for all line items.", { param: "line_items" });
  }
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  if (total > 0 && total < SMALLEST_CHARGE_CENTS) {
    throw invalid("The Checkout Session's total amount due must add up to at least $0.50 usd", {
      code: "amount_too_small",
    });
  }
}
