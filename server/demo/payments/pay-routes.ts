import { type Context as Request, Hono } from "hono";
import { createSteps, findForm, STEP_PARAM } from "../page/forms.ts";
import { findTestCard, inGroups } from "./cards.ts";
import {
  asksForCode,
  suggestionFor,
  checkPayForm,
  EMPTY_FIELDS,
  type PayFields,
  readPayForm,
  withoutRealCard,
} from "./pay-form.ts";
import { countryName } from "./billing-fields.ts";
import { payPage, type PayPage, type PayStep } from "./pay-page.ts";
import { messagePage, money } from "./page-shell.ts";
import { completeSession, priced } from "./complete-session.ts";
import { noteConsent, recoverSession } from "./consent.ts";
import { applyTyped } from "./promotions.ts";
import type { Context, Session } from "./types.ts";

const TEST_EXPIRY = "12/34";
const TEST_CVC = "123";
const TEST_NAME = "Demo Buyer";

/** Routes of the hosted payment page `/pay/:id`. */
export function payRoutes(context: Context): Hono {
  const { store } = context;
  const steps = createSteps<PayStep>();
  const showStep = (c: Request, step: PayStep) =>
    c.redirect(`${c.req.path}?${STEP_PARAM}=${steps.add(step)}`, 303);
  /** Renders the page with the tax of the chosen country. */
  const show = (open: Session, step: PayStep & Pick<PayPage, "status">) =>
    payPage({ ...priced(context, open, buyerOf(step.fields)), ...step });
  const app = new Hono();

  app.get("/pay/:id", (c) => {
    const session = store.find("checkout.session", c.req.param("id"));
    if (session?.status !== "open") return closedPage(session);
    const step = steps.find(c.req.query(STEP_PARAM)) ?? { fields: EMPTY_FIELDS };
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
    noteConsent(context, session, fields);
    const fill = form?.get("fill");
    if (typeof fill === "string") {
      return showStep(c, { fields: filled(fields, fill), filled: true });
    }
    if (fields.code !== "" && asksForCode(session)) {
      const kept = withoutRealCard(fields);
      const isApplied = applyTyped(context, session, fields.code) !== undefined;
      const refused = { fields: kept, errors: { code: "This code is invalid." } };
      return showStep(c, isApplied ? { fields: { ...kept, code: "" } } : refused);
    }
    const errors = checkPayForm(fields, session, new Date(context.now() * 1000));
    if (!form) return show(session, { fields, errors, status: 422 });
    if (Object.keys(errors).length > 0) {
      return showStep(c, { fields: withoutRealCard(fields), errors });
    }
    const suggestion = suggestionFor(fields, session);
    if (suggestion) {
      const kept = { ...withoutRealCard(fields), asked: fields.email };
      return showStep(c, { fields: kept, suggestion });
    }
    const changed = changeOf(priced(context, session, buyerOf(fields)).session, form, fields);
    if (changed) return showStep(c, { fields: withoutRealCard(fields), changed });
    const promotions = fields.promotions !== "";
    const input = { ...buyerOf(fields), card: fields.card, promotions };
    const outcome = completeSession(context, session.id, input);
    if (outcome.kind === "declined") {
      return showStep(c, { fields: withoutRealCard(fields), declined: outcome.message });
    }
    return c.redirect(returnUrl(outcome.session), 303);
  });

  app.get("/recover/:id", async (c) => {
    const recovered = recoverSession(context, c.req.param("id"));
    if (!recovered?.url) return closedPage(undefined);
    return c.redirect(recovered.url, 303);
  });

  return app;
}

function buyerOf({ email, name, country, taxId }: PayFields) {
  return { email, name: name || null, country: country || null, taxId: taxId || null };
}

/** Returns the error for a buyer who saw another total, which the page sends as `shown`. */
function changeOf(
  { amount_total: total, currency }: Session,
  form: FormData,
  { country }: PayFields,
): string | undefined {
  const shown = form.get("shown");
  if (shown === null || total === null || shown === String(total)) return undefined;
  const amount = money(total, currency ?? "usd");
  const start = country ? `For ${countryName(country)} the total is` : "The total is now";
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

function filled(fields: PayFields, number: string): PayFields {
  return {
    ...fields,
    card: inGroups(findTestCard(number)?.number ?? ""),
    expiry: TEST_EXPIRY,
    cvc: TEST_CVC,
    name: fields.name || TEST_NAME,
  };
}
