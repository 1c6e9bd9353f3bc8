import { Hono } from "hono";
import { html } from "hono/html";
import { amountRows } from "./amount-rows.ts";
import { day, messagePage, money, pageShell } from "./page-shell.ts";
import { textPdf } from "./text-pdf.ts";
import type { Context, Invoice, LineItem, Session } from "./types.ts";

type Billed = { invoice: Invoice; session: Session | undefined; lines: LineItem[] };

/** Routes of the hosted invoice `/invoice/:id` and its PDF `/invoice/:id/pdf`. */
export function invoiceRoutes({ store }: Context): Hono {
  const find = (id: string): Billed | undefined => {
    const invoice = store.find("invoice", id);
    const session = store.list("checkout.session").find((each) => each.invoice === id);
    const lines = store.find("session_plan", session?.id ?? "")?.lines ?? [];
    return invoice && { invoice, session, lines };
  };
  const unknown = () =>
    messagePage({
      title: "There is no such invoice",
      text: "The address may be incomplete. Open the link in your order again.",
      status: 404,
    });
  return new Hono()
    .get("/invoice/:id", async (c) => {
      const billed = find(c.req.param("id"));
      return billed ? invoicePage(billed) : unknown();
    })
    .get("/invoice/:id/pdf", async (c) => {
      const billed = find(c.req.param("id"));
      if (!billed) return unknown();
      const { number } = billed.invoice;
      return c.body(textPdf(pdfLines(billed)), 200, {
        "Content-Type": "application/pdf",
        "Content-Disposition": `inline; filename="invoice-${number}.pdf"`,
      });
    });
}

function buyerLines(session: Session | undefined): string[] {
  const { name, email, address, tax_ids: taxIds } = session?.customer_details ?? {};
  const taxId = taxIds?.[0]?.value;
  return [name, email, address?.country, taxId && `VAT number ${taxId}`].flatMap(
    (text) => text || [],
  );
}

function invoicePage({ invoice, session, lines }: Billed) {
  const { number, currency, total } = invoice;
  const body = html`<main class="narrow">
    <h1>Invoice ${number}</h1>
    <p class="muted">${day(invoice.created)}, ${invoice.status}</p>
    <p>${buyerLines(session).map((text, at) => html`${at > 0 && html`<br />`}${text}`)}</p>
    <ul class="lines">
      ${lines.map(
        (line) =>
          html`<li>
            <strong>${line.description}</strong>
            <span class="amount">${money(line.amount_subtotal, currency)}</span>
          </li>`,
      )}
    </ul>
    ${session && amountRows(session, lines)}
    <p class="due"><span>Total</span><span class="amount">${money(total, currency)}</span></p>
    <p><a class="button" href="${invoice.invoice_pdf}">Download the PDF</a></p>
  </main>`;
  return pageShell({ title: `Invoice ${number} – demo payment page`, body });
}

/** Widths of the two columns of the PDF, in characters. */
const TEXT_COLUMN = 56;
const AMOUNT_COLUMN = 22;

function pdfLines({ invoice, session, lines }: Billed): string[] {
  const { currency, number, created, total } = invoice;
  const row = (text: string, amount: number) =>
    text.slice(0, TEXT_COLUMN).padEnd(TEXT_COLUMN) +
    money(amount, currency, "code").padStart(AMOUNT_COLUMN);
  const { amount_discount: discount = 0, amount_tax: tax = 0 } = session?.total_details ?? {};
  return [
    `Invoice ${number}`,
    day(created),
    "",
    ...buyerLines(session),
    "",
    ...lines.map((line) => row(line.description ?? "", line.amount_subtotal)),
    "",
    ...(discount > 0 ? [row("Discount", -discount)] : []),
    ...(tax > 0 ? [row("Tax", tax)] : []),
    row("Total", total),
  ];
}
