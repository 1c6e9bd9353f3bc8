import { html } from "hono/html";
import { decimalsOf, majorUnits } from "../../contract/format.ts";
import { page, type PageOptions } from "../page/layout.ts";
import type { Invoice, LineItem, Session } from "./objects.ts";

const BANNER = {
  title: "Demo payment page",
  text: "No real payments. Never use a real card.",
};

/** Renders a page of the simulated payment provider. */
export function pageShell(options: Omit<PageOptions, "banner">): Promise<Response> {
  return page({ ...options, banner: BANNER });
}

/** Page with a message and at most one link. */
export function messagePage(message: {
  title: string;
  text: string;
  link?: { href: string | null; label: string };
  status?: PageOptions["status"];
}): Promise<Response> {
  const { title, text, link, status = 200 } = message;
  const body = html`<main class="message">
    <h1>${title}</h1>
    <p>${text}</p>
    ${link?.href && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}
  </main>`;
  return pageShell({ title, body, status });
}

/** Renders a list of names with their amounts. */
export function amountList(rows: { name: unknown; note?: string; amount: string }[]) {
  return html`<ul class="lines">
    ${rows.map(
      ({ name, note, amount }) =>
        html`<li>
          <div><strong>${name}</strong>${note && html`<span class="muted">${note}</span>`}</div>
          <span class="amount">${amount}</span>
        </li>`,
    )}
  </ul>`;
}

/** Renders the lines of a session with its discount, tax and total. */
export function lineList(
  { session, lines }: { session: Session; lines: LineItem[] },
  total: string,
) {
  const { amount_discount: discount = 0, amount_tax: tax = 0 } = session.total_details ?? {};
  const isIncluded = lines.some(({ price }) => price.tax_behavior === "inclusive");
  const row = (label: string, amount: number) =>
    html`<p class="due">
      <span>${label}</span><span class="amount">${money(amount, session.currency)}</span>
    </p>`;
  const rows = lines.map(({ description, amount_subtotal: amount, price }) => ({
    name: description,
    amount: money(amount, session.currency) + priceInterval(price),
  }));
  return html`${amountList(rows)} ${discount > 0 && row("Discount", -discount)}
  ${tax > 0 && row(isIncluded ? "Tax, included" : "Tax", tax)}
  ${row(total, session.amount_total ?? 0)}`;
}

/** Renders the hosted page of the invoice of a session. */
export function invoicePage(invoice: Invoice, order: { session: Session; lines: LineItem[] }) {
  const { name, email, address, tax_ids: taxIds } = order.session.customer_details ?? {};
  const taxId = taxIds?.[0]?.value;
  const buyer = [name, email, address?.country, taxId && `VAT number ${taxId}`].filter(Boolean);
  const body = html`<main class="narrow">
    <h1>Invoice ${invoice.number}</h1>
    <p class="muted">${day(invoice.created)}, ${invoice.status}</p>
    <p>${buyer.map((text, at) => html`${at > 0 && html`<br />`}${text}`)}</p>
    ${lineList(order, "Total")}
    <p class="muted">To get a PDF, print this page.</p>
  </main>`;
  return pageShell({ title: `Invoice ${invoice.number} – demo payment page`, body });
}

/** Formats an amount in the smallest unit as US English text: 3700 and "usd" give "$37.00". */
export function money(amount: number | null, currency: string | null): string {
  const code = currency ?? "usd";
  const digits = decimalsOf(code);
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: code,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(majorUnits(amount ?? 0, code));
}

/** Returns " / month", or an empty text for a one-time price. */
export function priceInterval({ recurring }: { recurring: { interval: string } | null }): string {
  return recurring ? ` / ${recurring.interval}` : "";
}

/** Formats a time in Unix seconds as a date in US English. */
export function day(seconds: number): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    seconds * 1000,
  );
}
