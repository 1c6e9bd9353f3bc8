import Papa from "papaparse";
import { expect, test, vi } from "vitest";
import type { TablePage } from "../../../server/contract/tables.ts";
import { readCell } from "../../../server/contract/csv.ts";
import { getTable } from "../../../server/domain/tables/registry.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import { addMessage, addOrder, addOrders } from "../../support/table-world.ts";

// table-reads.test.ts covers invalid queries: exports and lists refuse the same ones.

async function openDesk() {
  const t = createTestApp();
  return { t, owner: signInAdmin(t) };
}

test("an export holds the list's rows in its order, and reads as they were", async () => {
  const { t, owner } = await openDesk();
  addOrder(t, "A", { totalAmount: 2, email: "Buyer-1@example.com", customerName: "100%" });
  addOrder(t, "B", { totalAmount: 2, email: "buyer-2@example.com", paidAt: new Date(0) });
  addOrder(t, "C", { totalAmount: 3, email: null });
  addMessage(t, '=HYPERLINK("http://evil.example")', '"quoted",\r\n@line two');
  addMessage(t, "", "'=1");
  for (const [table, query] of [
    ["orders", "sort=total_amount:desc,number:asc&email=buyer"],
    ["contact_submissions", "sort=id:asc"],
  ] as const) {
    const response = await owner.get(`/api/tables/${table}/export?${query}`);
    const text = await response.text();
    const [headers = [], ...lines] = Papa.parse<string[]>(text.replace(/\r\n$/, "")).data;
    const names = headers.map((header) => header.replace(" (cents)", ""));
    const { columns } = getTable(table);
    const rows = lines.map((cells) =>
      Object.fromEntries(
        cells.map((cell, at) => {
          const name = names[at] ?? "";
          return [name, readCell(columns.get(name)?.kind ?? "text", cell)];
        }),
      ),
    );
    const listed = await owner.get(`/api/tables/${table}?${query}`);
    const { data } = (await listed.json()) as TablePage;
    expect(rows).toEqual(data);
    expect(names).toEqual(Object.keys(data[0] ?? {}));
    for (const cell of lines.flat()) expect(cell).not.toMatch(/^\s*[=@]/);
  }
});

test("an export of orders has the amounts that an accountant needs", async () => {
  const { t, owner } = await openDesk();
  addOrder(t, "A", {
    paidAt: new Date(0),
    totalAmount: 4403,
    taxAmount: 703,
    discountAmount: 500,
    refundedAmount: 4403,
    country: "DE",
    invoiceNumber: "0A1B-0001",
  });
  const response = await owner.get("/api/tables/orders/export");
  const { data } = Papa.parse(await response.text(), { header: true });
  expect(data[0]).toMatchObject({
    number: "A",
    paid_at: "1970-01-01T00:00:00.000Z",
    "net_amount (cents)": "3700",
    "tax_amount (cents)": "703",
    "discount_amount (cents)": "500",
    "total_amount (cents)": "4403",
    "refunded_amount (cents)": "4403",
    currency: "usd",
    country: "DE",
    invoice_number: "0A1B-0001",
  });
});

test("an export logs the user, the table and the number of rows, but no values", async () => {
  const { t, owner } = await openDesk();
  addOrder(t, "A", { email: "anna@example.com", customerName: 'Anna\n"Ann"' });
  addOrder(t, "B", { email: "anna@example.com" });
  addOrder(t, "C");
  const lines = () => t.logged.filter(({ msg }) => msg === "A table was exported.");
  const head = await owner.send("/api/tables/orders/export", { method: "HEAD" });
  expect(head.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect(lines()).toEqual([]);
  await (await owner.get("/api/tables/orders/export?email=anna@example.com&id__gt=0")).text();
  expect(lines()).toMatchObject([
    { userId: owner.userId, table: "orders", filters: ["email", "id"], rows: 2, isComplete: true },
  ]);
  expect(JSON.stringify(t.logged)).not.toContain("anna@");
});

test("an interrupted export is logged too", async () => {
  const { t, owner } = await openDesk();
  addOrders(t, 2000);
  const reader = (await owner.get("/api/tables/orders/export")).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  const [line] = t.logged.filter(({ msg }) => msg === "A table was exported.");
  expect(line).toMatchObject({ table: "orders", filters: [], isComplete: false });
  expect(line?.["rows"]).toBeGreaterThan(0);
  expect(line?.["rows"]).toBeLessThan(2000);
});

test("an export whose reader stops for a minute is cut off", async () => {
  const { t, owner } = await openDesk();
  addOrders(t, 2000);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const ask = async () => (await owner.get("/api/tables/orders/export")).body?.getReader();
    const slow = await ask();
    await slow?.read();
    vi.advanceTimersByTime(59_000);
    expect((await slow?.read())?.done).toBe(false);
    vi.advanceTimersByTime(60_000);
    await expect(slow?.read()).rejects.toThrow("has stalled");
    // The aborted export no longer counts against the limit of concurrent exports.
    const others = [await ask(), await ask()];
    for (const other of others) await other?.cancel();
  } finally {
    vi.useRealTimers();
  }
});
