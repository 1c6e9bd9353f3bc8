import { noSuch } from "../api-error.ts";
import { listPage } from "../list-page.ts";
import { nested } from "../params.ts";
import type { ApiCall, Route } from "../call.ts";
import type { Invoice, InvoicePayment } from "../types.ts";

export const INVOICE_ROUTES: Route[] = [
  { method: "GET", path: "/v1/invoices", handler: listInvoices },
  { method: "GET", path: "/v1/invoices/:id", handler: retrieveInvoice },
  { method: "GET", path: "/v1/invoice_payments", handler: listInvoicePayments },
  { method: "GET", path: "/v1/invoice_payments/:id", handler: retrieveInvoicePayment },
];

function retrieveInvoice({ reader, context, id }: ApiCall): Invoice {
  reader.only("expand");
  const invoice = context.store.find("invoice", id);
  if (!invoice) throw noSuch("invoice", { id, param: "id" });
  return invoice;
}

function listInvoices({ reader, context }: ApiCall) {
  return listPage(reader, {
    items: context.store.list("invoice"),
    url: "/v1/invoices",
    filters: {
      customer: (invoice, wanted) => invoice.customer === wanted,
      status: (invoice, wanted) => invoice.status === wanted,
      subscription: (invoice, wanted) =>
        invoice.parent?.subscription_details?.subscription === wanted,
    },
  });
}

function retrieveInvoicePayment({ reader, context, id }: ApiCall): InvoicePayment {
  reader.only("expand");
  const payment = context.store.find("invoice_payment", id);
  if (!payment) throw noSuch("invoice_payment", { id, param: "id" });
  return payment;
}

// The way from a payment intent to its invoice: neither names the other in this API version.
function listInvoicePayments({ reader, context }: ApiCall) {
  const wanted = nested(reader, "payment");
  wanted?.only("type", "payment_intent");
  const intent = wanted?.string("payment_intent");
  return listPage(reader, {
    items: context.store
      .list("invoice_payment")
      .filter(({ payment }) => intent === undefined || payment.payment_intent === intent),
    url: "/v1/invoice_payments",
    filters: {
      invoice: (payment, id) => payment.invoice === id,
      status: (payment, status) => payment.status === status,
    },
    others: ["payment"],
  });
}
