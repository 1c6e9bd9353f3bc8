import {
  type Context,
  create,
  type Customer,
  type Fields,
  patch,
  type PaymentMethod,
  type Session,
} from "./objects.ts";
import {
  invalid,
  isEnabled,
  listAt,
  listRoute,
  type Params,
  paramsAt,
  type Route,
  textAt,
} from "./requests.ts";

export const CUSTOMER_ROUTES: Route[] = [listRoute("customer", "/v1/customers")];

type CustomerFields = Pick<
  Fields<"checkout.session">,
  | "customer"
  | "customer_creation"
  | "customer_details"
  | "customer_email"
  | "payment_method_options"
  | "saved_payment_method_options"
>;

/** Fields of a new session about its customer and saved cards. Throws ApiError. */
export function customerFields(
  context: Context,
  params: Params,
  mode: Session["mode"],
): CustomerFields {
  const creation = textAt(params, "customer_creation");
  if (creation !== undefined && mode === "subscription") {
    const param = "customer_creation";
    throw invalid("`customer_creation` can only be used in `payment` and `setup` mode.", { param });
  }
  const customer = findCustomer(context, params);
  const customer_email = textAt(params, "customer_email") ?? null;
  const card = paramsAt(paramsAt(params, "payment_method_options"), "card");
  return {
    customer: customer?.id ?? null,
    customer_creation:
      customer || mode === "subscription" ? null : creation === "always" ? "always" : "if_required",
    customer_details: customer
      ? detailsOf(customer)
      : customer_email === null
        ? null
        : { email: customer_email },
    customer_email,
    payment_method_options:
      textAt(card, "setup_future_usage") === "on_session"
        ? { card: { setup_future_usage: "on_session" } }
        : {},
    saved_payment_method_options: savedCardOptions(params),
  };
}

function detailsOf({ email, name, address, tax_ids }: Customer) {
  return { email, name: name ?? null, address: address ?? null, tax_ids: tax_ids?.data ?? [] };
}

/** Returns the customer that the parameters name, as the provider checks it. */
function findCustomer({ store }: Context, params: Params) {
  const id = textAt(params, "customer");
  const update = paramsAt(params, "customer_update");
  if (id === undefined) {
    if (Object.keys(update).length === 0) return undefined;
    const param = "customer_update";
    throw invalid("`customer_update` can only be used with `customer`.", { param });
  }
  for (const other of ["customer_email", "customer_creation"]) {
    if (params[other] === undefined) continue;
    throw invalid(`You may only specify one of these parameters: customer, ${other}.`);
  }
  const customer = store.find("customer", id);
  if (!customer) {
    throw invalid(`No such customer: '${id}'`, { code: "resource_missing", param: "customer" });
  }
  if (isEnabled(params, "tax_id_collection") && update["name"] !== "auto") {
    throw invalid(
      "Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.",
    );
  }
  if (isEnabled(params, "automatic_tax") && update["address"] !== "auto" && !customer.address) {
    throw invalid(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Set `customer_update[address]` to 'auto' to save the address entered in Checkout to the Customer.",
      { code: "customer_tax_location_invalid" },
    );
  }
  return customer;
}

type Redisplay = NonNullable<PaymentMethod["allow_redisplay"]>;
const REDISPLAY: Redisplay[] = ["always", "limited", "unspecified"];

function savedCardOptions(params: Params): CustomerFields["saved_payment_method_options"] {
  const options = paramsAt(params, "saved_payment_method_options");
  if (Object.keys(options).length === 0) return null;
  const filters = listAt(options, "allow_redisplay_filters");
  return {
    allow_redisplay_filters: REDISPLAY.filter((value) => filters.includes(value)),
    payment_method_remove: options["payment_method_remove"] === "enabled" ? "enabled" : "disabled",
  };
}

/** Returns the customer of a session that is being paid, and creates the customer if the session needs one. */
export function customerOf(context: Context, session: Session): string | null {
  const { customer, customer_details: details } = session;
  if (customer) return customer;
  const isNeeded =
    session.mode === "subscription" ||
    session.customer_creation === "always" ||
    session.invoice_creation?.enabled;
  if (!isNeeded) return null;
  const { email = null, name = null, address = null, tax_ids } = details ?? {};
  const data = (tax_ids ?? []).map(({ value }) => ({ value: value ?? "" }));
  return create(context, "customer", { email, name, address, tax_ids: { data } }).id;
}

/** Saves the card of a payment if its session says so. The page of another session may show it. */
export function saveCard(context: Context, session: Session, number: string): void {
  const { customer, payment_method_options: options } = session;
  if (!customer || options?.card?.setup_future_usage !== "on_session") return;
  const card = { last4: number.slice(-4) };
  create(context, "payment_method", { allow_redisplay: "limited", card, customer, type: "card" });
}

/** Finds the newest saved card that the page of a session shows. */
export function findSavedCard(
  { store }: Pick<Context, "store">,
  session: Session,
): PaymentMethod | undefined {
  const { customer, saved_payment_method_options: options } = session;
  if (!customer) return undefined;
  const filters = options?.allow_redisplay_filters ?? ["always"];
  return store
    .list("payment_method")
    .findLast(
      (card) => card.customer === customer && filters.includes(String(card.allow_redisplay)),
    );
}

/** Detaches the saved card that the page of a session shows, if its buyer may do so. */
export function removeSavedCard(context: Context, session: Session): void {
  const card = findSavedCard(context, session);
  if (!card || session.saved_payment_method_options?.payment_method_remove !== "enabled") return;
  patch(context.store, "payment_method", { id: card.id, fields: { customer: null } });
}
