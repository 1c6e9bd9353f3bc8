// The query cache on disk: shown before the response; personal details only where allowed.
import "fake-indexeddb/auto";
import { QueryObserver } from "@tanstack/react-query";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createAdminClient, showsChange } from "../../../../client/admin/data/query-client.ts";
import { createQueryDisk } from "../../../../client/admin/data/query-disk.ts";
import {
  rowsQuery,
  schemasQuery,
  storedOf,
  tableQuery,
} from "../../../../client/admin/data/queries.ts";
import {
  customerQuery,
  needsQuery,
  orderQuery,
} from "../../../../client/admin/actions/order-queries.ts";
import { checklistQuery } from "../../../../client/admin/health/checklist.ts";
import { historyQuery } from "../../../../client/admin/table/history.tsx";
import { healthQuery } from "../../../../client/admin/health/health-mark.tsx";
import { adminDatabase } from "../../../../client/admin/offline/database.ts";
import { ApiError, NO_NETWORK } from "../../../../client/lib/answer.ts";
import { updateRow } from "../../../../db/record.ts";
import { emails } from "../../../../db/schema.ts";
import type { TableSchema } from "../../../../server/contract/tables.ts";
import { openDesk, press } from "../../../support/desk-shop.ts";

const DAY = 86_400_000;
const NETWORK = new ApiError("no connection", { code: NO_NETWORK });
const SCHEMAS = [{ name: "orders", properties: { email: { private: true } } }] as object[];

let storage: ReturnType<typeof adminDatabase>;
beforeEach(() => {
  storage = adminDatabase(crypto.randomUUID());
  return storage.close;
});

/** Opens an admin tab; all tabs of a test share one database. */
function openTab() {
  const onError = vi.fn();
  const onBack = vi.fn();
  const disk = createQueryDisk(storage);
  const cache = createAdminClient({ disk, onError, onBack });
  const close = cache.open();
  onTestFinished(close);
  cache.client.setQueryData(schemasQuery.queryKey, SCHEMAS as TableSchema[]);
  return { ...cache, disk, close, onError, onBack };
}

const health = (ask: () => Promise<unknown>) => ({
  queryKey: ["health"],
  queryFn: ask,
  ...storedOf([]),
});
const orders = (data: object[]) => ({
  queryKey: ["rows", "orders", {}],
  queryFn: async () => ({ data }),
  ...storedOf([]),
});
const wholeOrders = (rows: object[]) => ({
  queryKey: ["table", "orders"],
  queryFn: async () => ({ rows, sequence: 4, readAt: 5, absent: [] }),
  ...storedOf([]),
});
const cut = () => Promise.reject(NETWORK);
const stored = () => storage.use((db) => db.getAll("queries"));
const untilStored = (count: number) =>
  vi.waitFor(async () => expect(await stored()).toHaveLength(count));

async function storeHealth(value = "stored") {
  await openTab().client.fetchQuery(health(async () => value));
  await untilStored(1);
}

test("a stored copy is shown first and then replaced by the server's answer", async () => {
  await storeHealth();
  const { client } = openTab();
  const answer = Promise.withResolvers<string>();
  expect(await client.fetchQuery(health(() => answer.promise))).toBe("stored");
  answer.resolve("new");
  await vi.waitFor(() => expect(client.getQueryData(["health"])).toBe("new"));
  await vi.waitFor(async () => expect(await stored()).toMatchObject([{ value: "new" }]));
});

test.each([
  ["signed out", { status: 401, code: "unauthorized" }],
  ["forbidden", { status: 403, code: "forbidden" }],
  ["not found", { status: 404, code: "not_found" }],
  ["its own fault", { status: 500, code: "internal" }],
  ["a fault without a code", { status: 500 }],
])("a refusal of the server is reported after the stored copy: %s", async (message, details) => {
  await storeHealth();
  const { client, onError, onBack } = openTab();
  const refusal = new ApiError(message, details);
  await client.fetchQuery(health(() => Promise.reject(refusal)));
  await vi.waitFor(() => expect(client.getQueryState(["health"])?.error).toBe(refusal));
  expect(onError).toHaveBeenCalledWith(refusal);
  expect(onBack).not.toHaveBeenCalled();
});

test("without a copy the failure says that the page was never opened here", async () => {
  const { client } = openTab();
  await expect(client.fetchQuery(health(cut))).rejects.toThrow("was never opened on this device");
});

test("once the store answers again, failed queries are fetched again", async () => {
  const { client, onBack } = openTab();
  const answers = [cut, async () => "new"];
  const observer = new QueryObserver(
    client,
    health(() => (answers.shift() ?? cut)()),
  );
  onTestFinished(observer.subscribe(() => {}));
  await vi.waitFor(() => expect(client.getQueryState(["health"])?.error).not.toBeNull());
  await client.fetchQuery({ queryKey: ["other"], queryFn: async () => 1 });
  await vi.waitFor(() => expect(client.getQueryData(["health"])).toBe("new"));
  expect(onBack).toHaveBeenCalledTimes(1);
});

test("a copy without personal details is shown only when the answer is late or missing", async () => {
  const rows = [{ id: 1, version: 1, email: "buyer@example.com" }];
  await openTab().client.fetchQuery(orders(rows));
  await untilStored(1);
  expect(await stored()).toMatchObject([{ value: { data: [{ id: 1, version: 1 }] } }]);
  expect(await openTab().client.fetchQuery(orders(rows))).toEqual({ data: rows });
  const offline = { ...orders(rows), queryFn: cut };
  expect(await openTab().client.fetchQuery(offline)).toEqual({ data: [{ id: 1, version: 1 }] });
  const answer = Promise.withResolvers<{ data: object[] }>();
  const { client } = openTab();
  const late = { ...orders(rows), queryFn: () => answer.promise };
  expect(await client.fetchQuery(late)).toEqual({ data: [{ id: 1, version: 1 }] });
  answer.resolve({ data: rows });
  await vi.waitFor(() => expect(client.getQueryData(late.queryKey)).toEqual({ data: rows }));
});

test("a whole table is stored without its personal columns, and the copy lists them", async () => {
  const rows = [{ id: 1, version: 1, status: "paid", email: "buyer@example.com" }];
  await openTab().client.fetchQuery(wholeOrders(rows));
  await untilStored(1);
  const copy = { rows: [{ id: 1, version: 1, status: "paid" }], sequence: 4, readAt: 5 };
  expect(await stored()).toMatchObject([
    { key: JSON.stringify(["table", "orders"]), value: { ...copy, absent: ["email"] } },
  ]);
  expect(JSON.stringify(await stored())).not.toContain("buyer@example.com");
});

test.each(["table", "rows"])(
  "a %s whose personal columns are not known is not stored",
  async (kind) => {
    const { client } = openTab();
    const queryKey = [kind, "unknown", {}];
    const page = { rows: [{ id: 1 }], data: [{ id: 1 }] };
    await client.fetchQuery({ queryKey, queryFn: async () => page, ...storedOf([]) });
    await client.fetchQuery(health(async () => "later"));
    await vi.waitFor(async () => expect(await stored()).toMatchObject([{ value: "later" }]));
  },
);

test("personal details are stored on request, and removed again", async () => {
  const { client, disk } = openTab();
  const rows = [{ id: 1, version: 1, email: "buyer@example.com" }];
  await client.fetchQuery(orders(rows));
  await untilStored(1);
  await disk.storePrivate(true, client);
  expect(JSON.stringify(await stored())).toContain("buyer@example.com");
  await disk.storePrivate(false, client);
  const after = JSON.stringify(await stored());
  expect(after).not.toContain("buyer@example.com");
  expect(after).toContain('"id":1');
});

test("after access has ended a late answer is not stored", async () => {
  const { client, close } = openTab();
  const answer = Promise.withResolvers<string>();
  const asked = client.fetchQuery(health(() => answer.promise));
  close();
  answer.resolve("late");
  await asked;
  expect(await stored()).toEqual([]);
});

test("copies that were not read for a week are dropped", async () => {
  const old = { key: '["old"]', value: 1, readAt: Date.now() - 8 * DAY, isPartial: false };
  await storage.use((db) => db.put("queries", old));
  await openTab().client.fetchQuery(health(async () => "new"));
  await vi.waitFor(async () => expect(await stored()).toMatchObject([{ value: "new" }]));
});

describe("in a shop whose tables all contain one buyer's details", () => {
  const BUYER = "buyer@example.com";
  const SECRETS = /buyer(?:@|%40)example|Rosa had doubts/;

  test("no email, saved query or reason is stored, in a key or in a value", async () => {
    const desk = await openDesk();
    const values = { amount: 100, reason: "Rosa had doubts." };
    await press(desk.admin, `orders/${desk.orderId}/refund`, { values });
    const view = { table_name: "orders", title: "One buyer", search: `email=${BUYER}` };
    await desk.admin.create("saved_views", view);
    const message = { name: "Rosa had doubts", email: BUYER, message: "Rosa had doubts." };
    await desk.admin.create("contact_submissions", message);
    const [mail] = desk.db.select().from(emails).where(eq(emails.recipient, BUYER)).all();
    const lastError = `550 5.1.1 <${BUYER}> is unknown here`;
    const author = { actor: "test", now: desk.clock.now() };
    desk.db.write((tx) => updateRow(tx, emails, mail?.id ?? 0, { lastError }, author));
    vi.stubGlobal("fetch", (path: string) => desk.admin.get(path));
    onTestFinished(() => void vi.unstubAllGlobals());

    const { client } = openTab();
    const schemas = await client.fetchQuery({ ...schemasQuery, staleTime: 0 });
    for (const { name } of schemas) await client.fetchQuery(rowsQuery(name, {}));
    for (const table of ["orders", "contact_submissions", "users", "subscription_records"]) {
      await client.fetchQuery(rowsQuery(table, { email__eq: BUYER, sort: "id:desc" }));
      await client.fetchQuery(rowsQuery(table, { email: BUYER }));
    }
    await client.fetchQuery(rowsQuery("refunds", { reason__contains: "Rosa had doubts" }));
    await client.fetchQuery(orderQuery(desk.orderId));
    for (const id of ["1", `order-${desk.orderId}`, "message-1"]) {
      await client.fetchQuery(customerQuery(id));
    }
    await client.fetchQuery(needsQuery);
    await client.fetchQuery(healthQuery);
    await untilStored(schemas.length + 7);
    expect(JSON.stringify(await stored())).not.toMatch(SECRETS);
  });
});

test.each([
  ["a table", tableQuery("products"), true],
  ["another table's rows", rowsQuery("orders", {}), false],
  ["a row's history", historyQuery("products", 7, 1), true],
  ["the log", rowsQuery("changes", {}), true],
  ["an order", orderQuery(1), true],
  ["a customer", customerQuery("1"), true],
  ["the checklist", checklistQuery, true],
  ["the schemas", schemasQuery, false],
  ["the backups", { queryKey: ["backups"] }, false],
])("a change of a product is shown by: %s", (_, query, isShown) => {
  expect(showsChange(query, new Set(["products"]))).toBe(isShown);
  expect(showsChange(query, "all")).toBe(query.queryKey[0] !== "schemas");
});

test("schemas are read again once the settings change, which contain the time zone", () => {
  expect(showsChange(schemasQuery, new Set(["settings"]))).toBe(true);
});
