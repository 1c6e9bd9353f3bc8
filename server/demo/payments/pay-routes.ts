import { type Context as Request, Hono } from "hono";
import { createSteps, findForm, STEP_PARAM } from "../page/forms.ts";
import { isEmail } from "../../contract/email.ts";
import { outcomeOf, savedNumber } from "./cards.ts";
import { completeSession, priced } from "./complete-session.ts";
import { findSavedCard, removeSavedCard } from "./customers.ts";
import { type Context, need, patch, type Session } from "./objects.ts";
import { invoicePage, messagePage, money } from "./pages.ts";
import {
  asksForCard,
  asksForCode,
  asksForPromotions,
  checkPayForm,
  CONFIRM,
  COUNTRY_NAMES,
  EMPTY_FIELDS,
  firstFields,
  knownEmail,
  type PayFields,
  readPayForm,
  suggestionFor,
  withoutRealCard,
  withTestCard,
} from "./pay-form.ts";
import { payPage, type PayPage, type PayStep } from "./pay-page.ts";
import { applyTyped } from "./promotions.ts";
import { recoverSession } from "./sessions.ts";

const NOT_CONFIRMED =
  "We are unable to authenticate your payment method. Please choose another one and try again.";

/** Routes of the hosted payment page `/pay/:id`, of its recovery link and of an invoice. */
export function payRoutes(context: Context): Hono {
  const { store } = context;
  const steps = createSteps<PayStep>();
  const showStep = (c: Request, step: PayStep) =>
    c.redirect(`${c.req.path}?${STEP_PARAM}=${steps.add(step)}`, 303);
  /** Renders the page with the tax of the chosen country. */
  const show = (open: Session, step: PayStep & Pick<PayPage, "status">) =>
    payPage({
      ...priced(context, open, buyerOf(step.fields)),
      ...step,
      savedCard: findSavedCard(context, open),
    });
  const app = new Hono();

  app.get("/pay/:id", (c) => {
    const session = store.find("checkout.session", c.req.param("id"));
    if (session?.status !== "open") return closedPage(session);
    const step = steps.find(c.req.query(STEP_PARAM)) ?? { fields: firstFields(session) };
    return show(session, step);
  });

  app.post("/pay/:id", async (c) => {
    const form = await findForm(c);
    const session = store.find("checkout.session", c.req.param("id"));
    // A double click posts again after the payment; it gets the same redirect.
    if (session?.status === "complete" && form?.has("pay"))
      return c.redirect(returnUrl(session), 303);
    if (session?.status !== "open") return c.redirect(c.req.path, 303);
    const fields = form ? readPayForm(form) : EMPTY_FIELDS;
    const kept = withoutRealCard(fields);
    storeConsent(context, session, fields);
    const fill = form?.get("fill");
    if (typeof fill === "string") {
      return showStep(c, { fields: withTestCard(fields, fill), filled: true });
    }
    if (form?.has("remove")) {
      removeSavedCard(context, session);
      return showStep(c, { fields: kept });
    }
    if (fields.code !== "" && asksForCode(session)) {
      const isApplied = applyTyped(context, session, fields.code) !== undefined;
      const refused = { fields: kept, errors: { code: "This code is invalid." } };
      return showStep(c, isApplied ? { fields: { ...kept, code: "" } } : refused);
    }
    const savedCard = findSavedCard(context, session);
    const now = new Date(context.now() * 1000);
    const errors = checkPayForm(fields, { session, hasSavedCard: savedCard !== undefined, now });
    if (!form) return show(session, { fields, errors, status: 422 });
    if (Object.keys(errors).length > 0) {
      return showStep(c, { fields: kept, errors });
    }
    const suggestion = suggestionFor(fields, session);
    if (suggestion) {
      return showStep(c, { fields: { ...kept, asked: fields.email }, suggestion });
    }
    const changed = changeOf(priced(context, session, buyerOf(fields)).session, form, fields);
    if (changed) return showStep(c, { fields: kept, changed });
    if (form.has("refuse")) return showStep(c, { fields: kept, declined: NOT_CONFIRMED });
    const card = savedCard && fields.card === "" ? savedNumber(savedCard) : fields.card;
    if (asksForCard(session) && outcomeOf(card).confirms && form.get("pay") !== CONFIRM) {
      return showStep(c, { fields: kept, confirms: true });
    }
    const promotions = fields.promotions !== "";
    const input = { ...buyerOf(fields), card, promotions };
    const { session: paid, declined } = completeSession(context, session.id, input);
    if (declined) return showStep(c, { fields: kept, declined });
    return c.redirect(returnUrl(paid), 303);
  });

  app.get("/recover/:id", async (c) => {
    const recovered = recoverSession(context, c.req.param("id"));
    if (!recovered?.url) return closedPage(undefined);
    return c.redirect(recovered.url, 303);
  });

  app.get("/invoice/:id", (c) => showInvoice(context, c.req.param("id")));

  return app;
}

function buyerOf({ email, name, country, taxId }: PayFields) {
  return { email, name: name || null, country: country || null, taxId: taxId || null };
}

function showInvoice({ store }: Context, id: string) {
  const invoice = store.find("invoice", id);
  const session = store.list("checkout.session").find((each) => each.invoice === id);
  if (invoice && session) {
    return invoicePage(invoice, { session, ...need(store, "session_plan", session.id) });
  }
  return messagePage({
    title: "There is no such invoice",
    text: "The address may be incomplete. Open the link in your order again.",
    status: 404,
  });
}

/** Stores the address of a buyer who agreed to reminders, in case the session expires. */
function storeConsent({ store }: Context, session: Session, fields: PayFields): void {
  if (!asksForPromotions(session)) return;
  const email = knownEmail(session) ?? fields.email;
  if (!isEmail(email)) return;
  const promotions = fields.promotions ? "opt_in" : "opt_out";
  const customer_details = { ...session.customer_details, email } as Session["customer_details"];
  const consent = { terms_of_service: null, promotions } as const;
  patch(store, "checkout.session", { id: session.id, fields: { consent, customer_details } });
}

/** Returns the error for a buyer who saw another total, which the page sends as `shown`. */
function changeOf(
  { amount_total: total, currency }: Session,
  form: FormData,
  { country }: PayFields,
): string | undefined {
  const shown = form.get("shown");
  if (shown === null || total === null || shown === String(total)) return undefined;
  const amount = money(total, currency);
  const start = country ? `For ${COUNTRY_NAMES[country]} the total is` : "The total is now";
  return `${start} ${amount}. Nothing has been charged yet.`;
}

function closedPage(session: Session | undefined) {
  if (!session) {
    return messagePage({
      title: "There is no such payment",
      text: "The address may be incomplete. Go back to the store and start the payment again.",
      status: 404,
    });
  }
  if (session.status === "complete") {
    const underWay = session.payment_status === "unpaid";
    return messagePage({
      title: underWay ? "Your payment is on its way" : "This order is already paid",
      text: "Nothing more is charged. Your order is waiting in the store.",
      link: { href: returnUrl(session), label: "Go to your order" },
    });
  }
  return messagePage({
    title: "This payment page has expired",
    text: "Nothing was charged. Go back to the store and start the payment again.",
    link: { href: session.cancel_url, label: "Back to the store" },
    status: 410,
  });
}

function returnUrl(session: Session): string {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}
