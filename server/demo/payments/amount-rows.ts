import { html } from "hono/html";
import { money } from "./page-shell.ts";
import type { LineItem, Session } from "./types.ts";

/** Renders the discount and the tax between the lines and the total of a session. */
export function amountRows(session: Session, lines: LineItem[]) {
  const { amount_discount: discount, amount_tax: tax } = session.total_details ?? {};
  const isIncluded = lines.some(({ price }) => price.tax_behavior === "inclusive");
  return [
    discount ? row("Discount", -discount, session) : "",
    tax ? row(isIncluded ? "Tax, included" : "Tax", tax, session) : "",
  ];
}

function row(label: string, amount: number, { currency }: Session) {
  const text = money(amount, currency ?? "usd");
  return html`<p class="due"><span>${label}</span><span class="amount">${text}</span></p>`;
}
