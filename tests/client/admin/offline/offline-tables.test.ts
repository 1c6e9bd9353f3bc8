// Tables that are kept whole, against a store in process.
import { expect, test } from "vitest";
import { beginEpoch } from "../../../../db/epoch.ts";
import { deleteRow, updateRow } from "../../../../db/record.ts";
import { orders } from "../../../../db/schema.ts";
import type { OfflineTable } from "../../../../client/admin/offline/database.ts";
import {
  offlineTables,
  MOST_OFFLINE_ROWS,
  TableTooLarge,
} from "../../../../client/admin/offline/offline-tables.ts";
import type { ChangeFeed, TablePage } from "../../../../server/contract/tables.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { signInAdmin } from "../../../support/table-calls.ts";
import { addOrder, addOrders } from "../../../support/table-world.ts";

const DAY = 86_400_000;
const AUTHOR = { actor: "test", now: new Date() };

function openTables({ absent = [] as string[] } = {}) {
  const t = createTestApp();
  const owner = signInAdmin(t);
  const disk = new Map<string, OfflineTable>();
  const asked: string[] = [];
  let failing: string | undefined;
  let now = t.clock.now().getTime();
  const get = async (path: string) => {
    asked.push(path);
    return owner.get(path);
  };
  const tables = offlineTables({
    store: {
      find: async (table) => disk.get(table),
      list: async () => [...disk.values()],
      put: async (kept) => void disk.set(kept.table, kept),
      remove: async (table) => void disk.delete(table),
    },
    calls: {
      async listRows(table, search) {
        if (table === failing) throw new Error(table);
        const answer = await get(`/api/tables/${table}?${new URLSearchParams(search)}`);
        const page = (await answer.json()) as TablePage;
        return { ...page, sequence: Number(answer.headers.get("X-Sequence")) };
      },
      listChanges: async (since) =>
        (await (await get(`/api/admin/changes?since=${since}`)).json()) as ChangeFeed,
    },
    absentOf: async () => absent,
    now: () => now,
  });
  const stored = async () => {
    const page = (await (await owner.get("/api/tables/orders?limit=500")).json()) as TablePage;
    return page.data;
  };
  const rows = () => disk.get("orders")?.rows.toSorted((one, other) => other.id - one.id);
  const change = (id: number, totalAmount: number) =>
    t.db.write((tx) => updateRow(tx, orders, id, { totalAmount }, AUTHOR));
  return {
    t,
    owner,
    tables,
    disk,
    asked,
    stored,
    rows,
    change,
    wait: (ms: number) => (now += ms),
    fail: (table: string) => (failing = table),
  };
}

test("a table that is too large is refused, and nothing of it is kept", async () => {
  const { t, tables, disk } = openTables();
  addOrders(t, MOST_OFFLINE_ROWS + 1);
  await expect(tables.keep("orders")).rejects.toThrow(TableTooLarge);
  expect(disk.size).toBe(0);
});

test("all rows are kept by the stretch, without the columns that must not be", async () => {
  const absent = ["email", "customer_name"];
  const { t, tables, asked, rows, stored, change } = openTables({ absent });
  addOrders(t, 501, () => ({ email: "buyer@example.com", customerName: "Anna" }));
  await tables.keep("orders");
  expect(asked).toHaveLength(2);
  expect(rows()).toHaveLength(501);
  const [newest] = await stored();
  const { email: _email, customer_name: _name, ...rest } = newest!;
  expect(rows()?.[0]).toEqual(rest);
  change(rest.id, 500);
  await tables.refresh();
  expect(rows()?.[0]).toMatchObject({ id: rest.id, total_amount: 500 });
  for (const column of absent) expect(rows()?.[0]).not.toHaveProperty(column);
});

test("what was added, changed and deleted since is read, and nothing else", async () => {
  const { t, owner, tables, asked, rows, stored, change } = openTables();
  const ids = ["A", "B", "C"].map((number) => addOrder(t, number));
  await tables.keep("orders");
  change(ids[0]!, 500);
  addOrder(t, "D");
  t.db.write((tx) => deleteRow(tx, orders, ids[1]!, AUTHOR));
  await owner.create("users", { email: "else@example.com" });
  asked.length = 0;
  await tables.refresh();
  expect(rows()).toEqual(await stored());
  expect(rows()?.map(({ number }) => number)).toEqual(["D", "C", "A"]);
  expect(asked).toHaveLength(2);
  asked.length = 0;
  await tables.refresh();
  expect(asked.map((path) => path.replace(/\d+/, ""))).toEqual(["/api/admin/changes?since="]);
});

test("after many changes, and once a day, all of it is read again", async () => {
  const { t, tables, asked, rows, stored, wait } = openTables();
  addOrder(t, "A");
  await tables.keep("orders");
  addOrders(t, 600);
  await tables.refresh();
  expect(rows()).toHaveLength(601);
  wait(DAY + 1);
  asked.length = 0;
  await tables.refresh();
  expect(asked.filter((path) => path.startsWith("/api/admin/changes"))).toEqual([]);
  expect(rows()?.slice(0, 500)).toEqual(await stored());
});

test("after a restore the whole table is read again", async () => {
  const { t, tables, rows, stored } = openTables();
  addOrder(t, "A");
  await tables.keep("orders");
  // The restored rows differ, and the feed has no changes for them.
  t.db.sqlite.exec("UPDATE orders SET total_amount = 5");
  beginEpoch(t.db.sqlite, { seen: 0, now: t.clock.now() });
  await tables.refresh();
  expect(rows()).toEqual(await stored());
  expect(rows()).toMatchObject([{ total_amount: 5 }]);
});

test("a table that has grown too large is given up; the others are read all the same", async () => {
  const { t, owner, tables, disk } = openTables();
  addOrder(t, "A");
  await tables.keep("orders");
  await tables.keep("users");
  addOrders(t, MOST_OFFLINE_ROWS);
  await owner.create("users", { email: "else@example.com" });
  await tables.refresh(new Set(["products"]));
  expect([...disk.keys()]).toEqual(["orders", "users"]);
  await tables.refresh();
  expect([...disk.keys()]).toEqual(["users"]);
  expect(disk.get("users")?.rows.map(({ email }) => email)).toContain("else@example.com");
});

test("what can't be read stays as it was, and does not hold up the others", async () => {
  const { t, owner, tables, disk, change, fail } = openTables();
  const id = addOrder(t, "A", { totalAmount: 1 });
  await tables.keep("orders");
  await tables.keep("users");
  change(id, 5);
  await owner.create("users", { email: "else@example.com" });
  fail("orders");
  await expect(tables.refresh()).rejects.toThrow("orders");
  expect(disk.get("orders")?.rows).toMatchObject([{ total_amount: 1 }]);
  expect(disk.get("users")?.rows).toHaveLength(2);
});

test("a table that was given up while it is read stays away", async () => {
  const { t, tables, disk, change } = openTables();
  const id = addOrder(t, "A");
  await tables.keep("orders");
  change(id, 5);
  const refreshed = tables.refresh();
  await tables.remove("orders");
  await refreshed;
  expect(disk.size).toBe(0);
});

test("personal columns are taken out of what is kept, and read again when they may be kept", async () => {
  const absent: string[] = [];
  const { t, tables, rows } = openTables({ absent });
  addOrder(t, "A", { email: "buyer@example.com" });
  await tables.keep("orders");
  absent.push("email");
  await tables.keepColumns(false);
  expect(rows()?.[0]).not.toHaveProperty("email");
  absent.pop();
  await tables.keepColumns(true);
  expect(rows()?.[0]).toHaveProperty("email", "buyer@example.com");
});
