import { expect, test } from "vitest";
import { createHarness, onePack, SITE, taxedLine } from "./harness.ts";

const DELAYED_CARD = "4000000000003220";
const LINES_AND_INVOICE = { expand: ["line_items", "invoice.payments"] };

type Buyer = { country?: string; taxId?: string; card?: string };

/** Buys a book for $37 and one for $9.99, with tax and an invoice. */
async function bought(behavior: "exclusive" | "inclusive", buyer: Buyer) {
  const harness = createHarness();
  const { id } = await harness.stripe.checkout.sessions.create(
    onePack({
      automatic_tax: { enabled: true },
      invoice_creation: { enabled: true },
      line_items: [taxedLine("Pack", 3700, behavior), taxedLine("Book", 999, behavior)],
    }),
  );
  await harness.control.pay(id, buyer);
  const read = () => harness.stripe.checkout.sessions.retrieve(id, LINES_AND_INVOICE);
  return { ...harness, id, read };
}

test.each([
  ["exclusive", { country: "US" }, [0, 0], 4699],
  ["exclusive", { country: "FR", taxId: "FR12345678901" }, [0, 0], 4699],
  ["inclusive", { country: "FR", taxId: "FR12345678901" }, [0, 0], 4699],
  ["exclusive", { country: "DE", taxId: "DE123456789" }, [703, 190], 5592],
  ["exclusive", { country: "CH", taxId: "CHE123456789" }, [300, 81], 5080],
  ["exclusive", { country: "IT" }, [814, 220], 5733],
  ["inclusive", { country: "DE" }, [591, 160], 4699],
] as const)("%s prices for %j have the tax %j", async (behavior, buyer, taxes, total) => {
  const { read } = await bought(behavior, buyer);
  const { amount_subtotal, amount_total, total_details, line_items } = await read();
  expect([amount_subtotal, amount_total]).toEqual([4699, total]);
  expect(total_details).toEqual({
    amount_discount: 0,
    amount_shipping: 0,
    amount_tax: taxes[0] + taxes[1],
  });
  const lines = line_items?.data ?? [];
  expect(lines.map((line) => line.amount_tax)).toEqual(taxes);
  expect(lines.reduce((sum, line) => sum + line.amount_total, 0)).toBe(total);
});

test("an invoice has a number and a page with the buyer's VAT number", async () => {
  const { read, get } = await bought("exclusive", { country: "DE", taxId: "DE123456789" });
  const { invoice, payment_intent } = await read();
  expect(invoice).toMatchObject({
    amount_paid: 5592,
    billing_reason: "manual",
    number: expect.stringMatching(/^[0-9A-F]{8}-0001$/),
    payments: { data: [{ payment: { payment_intent }, status: "paid" }] },
    status: "paid",
  });
  if (typeof invoice !== "object") throw new Error("no invoice");
  const path = invoice?.hosted_invoice_url?.replace(`${SITE}/demo`, "");
  const page = await (await get(String(path))).text();
  for (const text of [String(invoice?.number), "DE123456789", "Tax", "$8.93", "$55.92"])
    expect(page).toContain(text);
  expect((await get("/invoice/in_none")).status).toBe(404);
});

test("the invoice of a delayed payment exists once it has succeeded", async () => {
  const { read, control, id } = await bought("exclusive", { country: "DE", card: DELAYED_CARD });
  expect(await read()).toMatchObject({ amount_total: 5592, invoice: null });
  control.settle(id, "succeeded");
  expect(await read()).toMatchObject({ invoice: { amount_paid: 5592, status: "paid" } });
});
