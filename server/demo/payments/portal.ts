import { html } from "hono/html";
import type { Invoice, PortalSession, Subscription } from "./types.ts";
import { money, paymentPage, rhythm } from "./payment-page.ts";

export type PortalPage = {
  session: PortalSession;
  subscriptions: { subscription: Subscription; names: string[] }[];
  invoices: Invoice[];
};

/** The page on which a buyer sees, cancels and resumes subscriptions. */
export function portalPage({ session, subscriptions, invoices }: PortalPage) {
  const body = html`<main class="narrow">
    ${session.return_url && html`<p class="back"><a href="${session.return_url}">← Back to the store</a></p>`}
    <h1>Your subscriptions</h1>
    ${subscriptions.length === 0 ? html`<p>There is no subscription.</p>` : subscriptions.map(card)}
    ${invoices.length > 0 && invoiceList(invoices)}
  </main>`;
  return paymentPage({ title: "Your subscriptions – demo payment page", body });
}

function card({ subscription, names }: { subscription: Subscription; names: string[] }) {
  const ended = subscription.status === "canceled";
  const resume = subscription.cancel_at_period_end;
  return html`<section class="card" aria-label="${names.join(", ")}">
    <h2>${names.join(", ")}</h2>
    <p>
      ${subscription.items.data
        .map((item) => money(item.price.unit_amount ?? 0, item.price.currency) + rhythm(item.price))
        .join(" + ")}
    </p>
    <p class="muted">${state(subscription)}</p>
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

function invoiceList(invoices: Invoice[]) {
  return html`<section>
    <h2>Invoices</h2>
    <ul class="lines">
      ${invoices.map(
        (invoice) =>
          html`<li>
            <div>
              <strong>${invoice.number}</strong
              ><span class="muted">${day(invoice.created)}, ${invoice.status}</span>
            </div>
            <span class="amount">${money(invoice.total, invoice.currency)}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

function state(subscription: Subscription): string {
  const end = Math.max(...subscription.items.data.map((item) => item.current_period_end));
  if (subscription.status === "canceled") return `Ended on ${day(subscription.ended_at ?? end)}.`;
  if (subscription.cancel_at_period_end) return `Ends on ${day(end)} and does not renew.`;
  if (subscription.status === "past_due") return "The last payment failed and is tried again.";
  return `Renews on ${day(end)}.`;
}

function day(seconds: number): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    seconds * 1000,
  );
}
