import { html } from "hono/html";
import { decimalsOf, majorUnits } from "../../contract/format.ts";
import { page, type PageOptions } from "../page/layout.ts";
import type { Price } from "./types.ts";

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
  const href = message.link?.href;
  const body = html`<main class="message">
    <h1>${message.title}</h1>
    <p>${message.text}</p>
    ${href ? html`<p><a class="button" href="${href}">${message.link?.label ?? ""}</a></p>` : ""}
  </main>`;
  return pageShell({
    title: message.title,
    body,
    ...(message.status && { status: message.status }),
  });
}

/**
 * Formats an amount in the smallest unit as US English text: 3700 and "usd" give "$37.00", or
 * "USD 37.00" with its code.
 */
export function money(
  amount: number,
  currency: string,
  currencyDisplay: "symbol" | "code" = "symbol",
): string {
  const digits = decimalsOf(currency);
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    currencyDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(majorUnits(amount, currency));
}

/** Returns " / month", or an empty text for a one-time price. */
export function priceInterval({ recurring }: Price): string {
  return recurring ? ` / ${recurring.interval}` : "";
}

/** Formats a time in Unix seconds as a date in US English. */
export function day(seconds: number): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    seconds * 1000,
  );
}
