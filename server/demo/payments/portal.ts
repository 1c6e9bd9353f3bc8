import { Hono } from "hono";
import { html } from "hono/html";
import { findForm } from "../page/forms.ts";
import { cancelAtPeriodEnd, endOf } from "./billing.ts";
import {
  type Context,
  create,
  need,
  newId,
  type PortalSession,
  type Subscription,
} from "./objects.ts";
import { amountList, day, messagePage, money, pageShell, priceInterval } from "./pages.ts";
import { type ApiCall, type Route, textAt } from "./requests.ts";

const OPEN_SECONDS = 3600;

export const PORTAL_ROUTES: Route[] = [
  { method: "POST", path: "/v1/billing_portal/sessions", answer: createPortal },
];

function createPortal({ params, context }: ApiCall): PortalSession {
  const id = newId("bps");
  return create(context, "billing_portal.session", {
    id,
    customer: textAt(params, "customer") ?? "",
    return_url: textAt(params, "return_url") ?? null,
    url: `${context.siteUrl}/demo/portal/${id}`,
  });
}

/** Routes of the hosted page `/portal/:id`, where a buyer cancels or resumes subscriptions. */
export function portalRoutes(context: Context): Hono {
  const { store } = context;
  const findPortal = (id: string) => {
    const session = store.find("billing_portal.session", id);
    const isOpen = session && session.created + OPEN_SECONDS > context.now();
    return isOpen ? session : undefined;
  };
  const app = new Hono();

  app.get("/portal/:id", (c) => {
    const session = findPortal(c.req.param("id"));
    return session ? portalPage(context, session) : portalGone();
  });

  app.post("/portal/:id", async (c) => {
    const session = findPortal(c.req.param("id"));
    if (!session) return portalGone();
    const form = (await findForm(c)) ?? new FormData();
    const subscription = store.find("subscription", String(form.get("subscription")));
    if (subscription?.customer !== session.customer) return portalGone();
    if (subscription.status !== "canceled") {
      cancelAtPeriodEnd(context, subscription.id, form.get("action") === "cancel");
    }
    return c.redirect(session.url, 303);
  });

  return app;
}

function portalGone() {
  return messagePage({
    title: "This link has expired",
    text: "Go back to the store and open your subscriptions again.",
    status: 404,
  });
}

function portalPage({ store }: Context, session: PortalSession) {
  const isTheirs = ({ customer }: { customer: string | null }) => customer === session.customer;
  const subscriptions = store.list("subscription").filter(isTheirs).toReversed();
  const invoices = store.list("invoice").filter(isTheirs).toReversed();
  const namesOf = ({ items }: Subscription) =>
    items.data.map((item) => need(store, "product", item.price.product).name).join(", ");
  const rows = invoices.map((invoice) => ({
    name: html`<a href="${invoice.hosted_invoice_url}">${invoice.number}</a>`,
    note: `${day(invoice.created)}, ${invoice.status}`,
    amount: money(invoice.total, invoice.currency),
  }));
  const body = html`<main class="narrow">
    ${session.return_url && html`<p class="back"><a href="${session.return_url}">← Back to the store</a></p>`}
    <h1>Your subscriptions</h1>
    ${subscriptions.map((each) => card(each, namesOf(each)))}
    <section>
      <h2>Invoices</h2>
      ${amountList(rows)}
    </section>
  </main>`;
  return pageShell({ title: "Your subscriptions – demo payment page", body });
}

function card(subscription: Subscription, names: string) {
  const ended = subscription.status === "canceled";
  const resume = subscription.cancel_at_period_end;
  return html`<section class="card" aria-label="${names}">
    <h2>${names}</h2>
    <p>
      ${subscription.items.data
        .map(({ price }) => money(price.unit_amount, price.currency) + priceInterval(price))
        .join(" + ")}
    </p>
    <p class="muted">${statusText(subscription)}</p>
    ${
      !ended &&
      html`<form method="post">
        <input type="hidden" name="subscription" value="${subscription.id}" />
        <p>
          <button
            class="button ${resume ? "" : "quiet"}"
            name="action"
            value="${resume ? "resume" : "cancel"}"
          >
            ${resume ? "Keep the subscription" : "Cancel the subscription"}
          </button>
        </p>
      </form>`
    }
  </section>`;
}

function statusText(subscription: Subscription): string {
  const end = endOf(subscription);
  if (subscription.status === "canceled") return `Ended on ${day(subscription.ended_at ?? end)}.`;
  if (subscription.cancel_at_period_end) return `Ends on ${day(end)} and does not renew.`;
  if (subscription.status === "past_due") return "The last payment failed and is tried again.";
  return `Renews on ${day(end)}.`;
}
