// Sync of fully cached tables with an in-process store.
import { expect, test } from "vitest";
import { beginEpoch } from "../../../../db/epoch.ts";
import { deleteRow, updateRow } from "../../../../db/record.ts";
import { orders, users } from "../../../../db/schema.ts";
import {
  listRows,
  type LocalTable,
  MOST_LOCAL_ROWS,
  syncTable,
} from "../../../../client/admin/data/local-table.ts";
import {
  type ChangeFeed,
  MOST_ROWS_A_PAGE,
  type TablePage,
  type TableRow,
} from "../../../../server/contract/tables.ts";
import { schemaOf } from "../../../../server/domain/tables/define-table.ts";
import { getTable } from "../../../../server/domain/tables/registry.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { signInAdmin } from "../../../support/table-calls.ts";
import { addOrder, addOrders } from "../../../support/table-world.ts";

const FEED_PAGE = 500;
const AUTHOR = { actor: "test", now: new Date() };

function openShop() {
  const t = createTestApp();
  const owner = signInAdmin(t);
  const asked: string[] = [];
  const get = async (path: string) => {
    asked.push(path);
    return owner.get(path);
  };
  const calls = {
    async listRows(table: string, search: Record<string, string>) {
      const answer = await get(`/api/tables/${table}?${new URLSearchParams(search)}`);
      const page = (await answer.json()) as TablePage;
      return { ...page, sequence: Number(answer.headers.get("X-Sequence")) };
    },
    listChanges: async (since: number) =>
      (await (await get(`/api/admin/changes?since=${since}`)).json()) as ChangeFeed,
  };
  const sync = (known?: LocalTable) => syncTable("orders", known, calls);
  const list = async () =>
    ((await (await owner.get("/api/tables/orders?limit=500")).json()) as TablePage).data;
  const change = (id: number, totalAmount: number) =>
    t.db.write((tx) => updateRow(tx, orders, id, { totalAmount }, AUTHOR));
  return { t, owner, calls, asked, sync, list, change };
}

const newestFirst = (table: LocalTable | undefined) =>
  table?.rows.toSorted((one, other) => other.id - one.id);

test("all rows are read in blocks; a table that is too large, and the log, are not", async () => {
  const { t, asked, sync } = openShop();
  addOrders(t, 501);
  expect((await sync())?.rows).toHaveLength(501);
  expect(asked).toHaveLength(2);
  addOrders(t, MOST_LOCAL_ROWS, (nth) => ({ number: `M${nth}` }));
  expect(await sync()).toBeNull();
  asked.length = 0;
  expect(await sync(null)).toBeNull();
  expect(asked).toEqual([]);
  expect(await syncTable("changes", undefined, {} as never)).toBeNull();
});

test("changes during a long read are found by the next sync", async () => {
  const { t, calls, list, change } = openShop();
  const first = addOrder(t, "A");
  addOrders(t, MOST_ROWS_A_PAGE);
  let pages = 0;
  const known = await syncTable("orders", undefined, {
    ...calls,
    async listRows(table, search) {
      // Between the first and the second block.
      if (pages++ === 1) change(first, 500);
      return calls.listRows(table, search);
    },
  });
  const after = await syncTable("orders", known, calls);
  const changed = (table: LocalTable | undefined) => table?.rows.find(({ id }) => id === first);
  expect(changed(known)).not.toMatchObject({ total_amount: 500 });
  expect(changed(after)).toMatchObject({ total_amount: 500 });
  expect(newestFirst(after)?.slice(0, MOST_ROWS_A_PAGE)).toEqual(await list());
});

test("changes of more than one feed page are all found", async () => {
  const { t, owner, sync, change } = openShop();
  const id = addOrder(t, "A");
  const known = await sync();
  // Fills the first page of the feed with changes of another table.
  for (let nth = 0; nth < FEED_PAGE; nth++) {
    t.db.write((tx) => updateRow(tx, users, owner.userId, { name: `Owner ${nth}` }, AUTHOR));
  }
  change(id, 500);
  expect((await sync(known))?.rows).toMatchObject([{ id, total_amount: 500 }]);
});

test("only rows that were added, changed or deleted are read", async () => {
  const { t, owner, asked, sync, list, change } = openShop();
  const ids = ["A", "B", "C"].map((number) => addOrder(t, number));
  const known = await sync();
  change(ids[0]!, 500);
  addOrder(t, "D");
  t.db.write((tx) => deleteRow(tx, orders, ids[1]!, AUTHOR));
  await owner.create("users", { email: "else@example.com" });
  asked.length = 0;
  const after = await sync(known);
  expect(newestFirst(after)).toEqual(await list());
  expect(after?.rows).toHaveLength(3);
  expect(asked).toHaveLength(2);
  asked.length = 0;
  await sync(after);
  expect(asked.map((path) => path.replace(/\d+/, ""))).toEqual(["/api/admin/changes?since="]);
});

test("a row that this browser wrote is not read again", async () => {
  const { t, asked, sync, list, change } = openShop();
  const id = addOrder(t, "A");
  const known = await sync();
  change(id, 500);
  asked.length = 0;
  await sync(known && { ...known, rows: await list() });
  expect(asked).toHaveLength(1);
});

type Known = NonNullable<LocalTable>;
const withoutEmail = ({ email: _email, ...row }: TableRow) => row as TableRow;

test.each<[string, (shop: ReturnType<typeof openShop>) => void, (known: Known) => Known]>([
  ["many changes", ({ t }) => addOrders(t, 600), (known) => known],
  ["a day", () => {}, (known) => ({ ...known, readAt: 0, rows: [] })],
  [
    "personal columns that the copy does not have",
    () => {},
    (known) => ({ ...known, absent: ["email"], rows: known.rows.map(withoutEmail) }),
  ],
])("all rows are read again after %s", async (_, act, copyOf) => {
  const shop = openShop();
  addOrder(shop.t, "A", { email: "buyer@example.com" });
  const known = await shop.sync();
  act(shop);
  const after = await shop.sync(known && copyOf(known));
  expect(newestFirst(after)?.slice(0, 500)).toEqual(await shop.list());
  expect(after?.absent).toEqual([]);
});

test("after a restore all rows are read again", async () => {
  const { t, sync, list } = openShop();
  addOrder(t, "A");
  const known = await sync();
  // Simulates a restored backup: rows differ without entries in the change feed.
  t.db.sqlite.exec("UPDATE orders SET total_amount = 5");
  beginEpoch(t.db.sqlite, { seen: 0, now: t.clock.now() });
  expect((await sync(known))?.rows).toEqual(await list());
});

test("a table that has grown too large is dropped", async () => {
  const { t, sync } = openShop();
  addOrder(t, "A");
  const known = await sync();
  expect(known?.rows).toHaveLength(1);
  const full = Array.from({ length: MOST_LOCAL_ROWS }, (_, at) => ({ id: -at - 1, version: 1 }));
  addOrder(t, "B");
  expect(await sync(known && { ...known, rows: full })).toBeNull();
});

test("a query on columns that an older copy lacks does not use the copy", async () => {
  const { t, sync } = openShop();
  addOrder(t, "A");
  const copy = await sync();
  const schema = schemaOf(getTable("orders"));
  const listed = (rows: TableRow[]) =>
    listRows({ schema, rows, search: { state__eq: "open" }, absent: new Set() });
  const old = copy?.rows.map(({ state: _state, ...row }) => row as TableRow) ?? [];
  expect(listed(old)).toBeUndefined();
  expect(listed(copy?.rows ?? [])).toBeDefined();
});
