import { describe, expect, test } from "vitest";
import { deleteRow, updateRow } from "../../../db/record.ts";
import { products } from "../../../db/schema.ts";
import { createApp } from "../../../server/app.ts";
import type { BulkAnswer } from "../../../server/contract/tables.ts";
import { AppError } from "../../../server/errors.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { NO_PAGES } from "../../support/no-pages.ts";
import {
  afterNextCommit,
  changesOf,
  newestChange,
  signInAdmin,
} from "../../support/table-calls.ts";

const PATH = "/api/tables/products/bulk";
const AUTHOR = { actor: "admin:99", now: new Date("2026-11-21T10:00:00.000Z") };

/** Opens a shop with 120 products; those with odd numbers are cheap. */
async function open() {
  const t = createTestApp();
  for (let n = 1; n <= 120; n++) {
    await t.addProduct({ name: `Product ${n}`, price: n % 2 === 1 ? 100 : 900 });
  }
  const admin = signInAdmin(t);
  return {
    ...t,
    admin,
    cheap: {
      action: "update",
      filter: { price__lt: "500" },
      expected: 60,
      sequence: newestChange(t),
      values: { badge: "SALE" },
    },
    bulk: (body: object, path = PATH) => admin.call<BulkAnswer>("POST", path, { body }),
    undo: (set: number | null) => admin.call("POST", `/api/admin/change-sets/${set}/undo`),
    stored: () => t.db.select().from(products).all(),
  };
}
type Shop = Awaited<ReturnType<typeof open>>;

const own = (id: number, version: number, values: object = { price: 1000 + id }) => ({
  id,
  version,
  values,
});
const rows = (...all: ReturnType<typeof own>[]) => ({
  filter: {},
  expected: all.length,
  rows: all,
});
const nested = JSON.parse("[".repeat(20_000) + "]".repeat(20_000)) as unknown;
const refusal = (status: number, reason: string) => ({ status, body: { reason } });
const MISMATCH = refusal(409, "count_mismatch");
const INVALID = refusal(422, "invalid");

test.each<[what: string, change: object, expected: object, path?: string]>([
  ["another number of rows", { expected: 61 }, MISMATCH],
  ["fewer rows by their ids", { ids: [1, 2, 3], expected: 3 }, MISMATCH],
  ["rows of an older moment", { sequence: 0 }, MISMATCH],
  ["a row of another version", rows(own(2, 1), own(4, 2)), MISMATCH],
  ["a row that is gone", rows(own(2, 1), own(999, 1)), MISMATCH],
  ["own values that break a rule", rows(own(2, 1), own(4, 1, { price: -1 })), INVALID],
  ["more rows than allowed", { expected: 10_001 }, INVALID],
  ["an unknown column", { filter: { hue: "1" } }, INVALID],
  ["an unknown action", { action: "double" }, INVALID],
  ["an unknown table", {}, refusal(404, "unknown_table"), "/api/tables/nosuch/bulk"],
  ["a read-only table", {}, refusal(403, "read_only_table"), "/api/tables/emails/bulk"],
  [
    "a bad value",
    { values: { price: -1 } },
    { body: { rowId: 1, message: "Row 1: Price (cents) cannot be less than 0" } },
  ],
  ["lists in lists", { values: { features: nested } }, refusal(400, "malformed")],
  ["one name for many", { values: { name: "All" } }, { body: { reason: "taken", rowId: 3 } }],
])("%s is refused, and nothing is stored", async (_what, change, expected, path) => {
  const shop = await open();
  const before = newestChange(shop);
  expect(await shop.bulk({ ...shop.cheap, ...change }, path)).toMatchObject(expected);
  expect(newestChange(shop)).toBe(before);
});

describe("a change after the rows were counted", () => {
  type Change = (shop: Shop) => unknown;
  const update =
    (id: number, patch: Partial<typeof products.$inferSelect>): Change =>
    ({ db }) =>
      db.write((tx) => updateRow(tx, products, id, patch, AUTHOR));
  const remove =
    (id: number): Change =>
    ({ db }) =>
      db.write((tx) => deleteRow(tx, products, id, AUTHOR));
  const add =
    (price: number): Change =>
    (shop) =>
      shop.addProduct({ name: "New", price });

  test.each<[string, status: number, Change[]]>([
    ["to another row", 200, [update(2, { badge: "MINE" })]],
    ["that deletes another row", 200, [remove(2)]],
    ["that adds another row", 200, [add(800)]],
    ["to one of the rows", 409, [update(3, { badge: "MINE" })]],
    [
      "that takes a row out and another in",
      409,
      [update(3, { price: 900 }), update(4, { price: 1 })],
    ],
    ["that deletes a row and adds one", 409, [remove(3), add(100)]],
  ])("%s is answered %i", async (_what, status, changes) => {
    const shop = await open();
    for (const change of changes) await change(shop);
    expect(await shop.bulk(shop.cheap)).toMatchObject({ status });
  });

  test("does not refuse rows whose versions are current, as after an own edit", async () => {
    const shop = await open();
    await update(2, { badge: "MINE" })(shop);
    const change = { ...shop.cheap, ...rows(own(2, 2), own(4, 1)) };
    expect(await shop.bulk(change)).toMatchObject({ status: 200, body: { changed: 2 } });
  });
});

describe("many rows", () => {
  test.each<[string, object, number]>([
    ["with the same values", {}, 60],
    ["with own values", rows(own(2, 1), own(4, 1, { badge: "NEW" })), 2],
  ])("%s are changed as one set, and undone together", async (_what, change, changed) => {
    const { bulk, cheap, stored, undo, ...t } = await open();
    const valuesOf = () => stored().map(({ badge, price }) => [badge, price]);
    const was = valuesOf();
    const { body, headers } = await bulk({ ...cheap, ...change });
    expect(body).toEqual({ changed, changeSet: Number(headers.get("X-Change-Set")) });
    const lines = changesOf(t, "products").slice(-changed);
    expect(new Set(lines.map(({ id, setId }) => setId ?? id))).toEqual(new Set([body.changeSet]));
    expect(valuesOf().filter((row, at) => String(row) !== String(was[at]))).toHaveLength(changed);
    expect(await undo(body.changeSet)).toMatchObject({ status: 200, body: { changed } });
    expect(valuesOf()).toEqual(was);
  });

  test("are counted by the reading process", async () => {
    const { cheap, ...t } = await open();
    const run = async () => {
      throw new AppError("unavailable", "Busy.", { reason: "readings_busy" });
    };
    const app = createApp({ ...t.deps, reads: { ...t.deps.reads, run } }, NO_PAGES);
    const second = signInAdmin({ ...t, app }, "second@example.com");
    const answer = await second.call("POST", PATH, { body: cheap });
    expect(answer).toMatchObject(refusal(503, "readings_busy"));
  });

  test("are deleted, by the filter and their ids", async () => {
    const { bulk, cheap, stored } = await open();
    const ids = Array.from({ length: 55 }, (_, index) => 2 * index + 1);
    const answer = await bulk({ ...cheap, action: "delete", ids, expected: 55 });
    expect(answer).toMatchObject({ status: 200, body: { changed: 55 } });
    expect(stored()).toHaveLength(65);
  });

  test("all stay when the last one can't be deleted", async () => {
    const { bulk, cheap, stored, ...t } = await open();
    await t.addProduct({ name: "Last", price: 100, contents: ["one"] });
    const request = { ...cheap, action: "delete", expected: 61, sequence: newestChange(t) };
    expect(await bulk(request)).toMatchObject({ body: { reason: "in_use", rowId: 121 } });
    expect(stored()).toHaveLength(121);
  });

  test("let other calls run in between", async () => {
    const { admin, bulk, cheap } = await open();
    const order: string[] = [];
    await Promise.all([
      bulk(cheap).then(() => order.push("bulk")),
      admin.get("/api/products").then(() => order.push("visit")),
    ]);
    expect(order).toEqual(["visit", "bulk"]);
  });

  test("stop at a row that another changes meanwhile; the first batch can be undone", async () => {
    const { bulk, cheap, stored, undo, ...t } = await open();
    afterNextCommit(t, () =>
      t.db.write((tx) => updateRow(tx, products, 119, { badge: "MINE" }, AUTHOR)),
    );
    const answer = await bulk(cheap);
    expect(answer).toMatchObject(MISMATCH);
    const sold = () => stored().filter(({ badge }) => badge === "SALE").length;
    // A batch on a busy machine is smaller than 50 rows.
    expect(sold()).toBeGreaterThan(0);
    expect(stored()[118]?.badge).toBe("MINE");
    await undo(answer.body.changeSet);
    expect(sold()).toBe(0);
  });
});
