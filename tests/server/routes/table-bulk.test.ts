import { describe, expect, test } from "vitest";
import { deleteRow, updateRow } from "../../../db/record.ts";
import { products } from "../../../db/schema.ts";
import type { BulkAnswer } from "../../../server/contract/tables.ts";
import { createApp } from "../../../server/app.ts";
import { AppError } from "../../../server/errors.ts";
import { NO_PAGES } from "../../support/no-pages.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import {
  afterNextCommit,
  changesOf,
  newestChange,
  openRoles,
  signInAdmin,
} from "../../support/table-calls.ts";

const PATH = "/api/tables/products/bulk";

/** A shop with 120 products, the odd ones of which cost less. */
async function open() {
  const t = createTestApp();
  for (let n = 1; n <= 120; n++) {
    await t.addProduct({ name: `Product ${n}`, price: n % 2 === 1 ? 100 : 900 });
  }
  const admin = signInAdmin(t);
  const cheap = {
    action: "update",
    filter: { price__lt: "500" },
    expected: 60,
    sequence: newestChange(t),
    values: { badge: "SALE" },
  };
  return {
    ...t,
    admin,
    cheap,
    bulk: (body: object, headers: Record<string, string> = {}, path = PATH) =>
      admin.call<BulkAnswer>("POST", path, { body, headers }),
    stored: () => t.db.select().from(products).all(),
  };
}
type Shop = Awaited<ReturnType<typeof open>>;
const own = (id: number, version: number, values: object = { price: 1000 + id }) => ({
  id,
  version,
  values,
});
const refusal = (status: number, reason: string) => ({ status, body: { reason } });

test.each<[string, (shop: Shop) => [body: object, path?: string], object]>([
  [
    "as many rows as nobody has seen",
    ({ cheap }) => [{ ...cheap, expected: 61 }],
    refusal(409, "count_mismatch"),
  ],
  [
    "fewer rows by their ids",
    ({ cheap }) => [{ ...cheap, ids: [1, 2, 3], expected: 3 }],
    refusal(409, "count_mismatch"),
  ],
  [
    "rows of an older moment",
    ({ cheap }) => [{ ...cheap, sequence: 0 }],
    refusal(409, "count_mismatch"),
  ],
  [
    "rows with values of their own, one of which was seen at another version",
    ({ cheap }) => [{ ...cheap, filter: {}, expected: 2, rows: [own(2, 1), own(4, 2)] }],
    refusal(409, "count_mismatch"),
  ],
  [
    "rows with values of their own, one of which is gone",
    ({ cheap }) => [{ ...cheap, filter: {}, expected: 2, rows: [own(2, 1), own(999, 1)] }],
    refusal(409, "count_mismatch"),
  ],
  [
    "rows with values of their own, one of which breaks a rule",
    ({ cheap }) => [
      { ...cheap, filter: {}, expected: 2, rows: [own(2, 1), own(4, 1, { price: -1 })] },
    ],
    refusal(422, "invalid"),
  ],
  [
    "more rows than are allowed",
    ({ cheap }) => [{ ...cheap, expected: 10_001 }],
    refusal(422, "invalid"),
  ],
  [
    "an unknown column",
    ({ cheap }) => [{ ...cheap, filter: { hue: "1" } }],
    refusal(422, "invalid"),
  ],
  ["an unknown action", ({ cheap }) => [{ ...cheap, action: "double" }], refusal(422, "invalid")],
  [
    "an unknown table",
    ({ cheap }) => [cheap, "/api/tables/nosuch/bulk"],
    refusal(404, "unknown_table"),
  ],
  [
    "a table to look at",
    ({ cheap }) => [{ ...cheap, filter: {} }, "/api/tables/emails/bulk"],
    refusal(403, "read_only_table"),
  ],
  [
    "a bad value",
    ({ cheap }) => [{ ...cheap, values: { price: -1 } }],
    {
      ...refusal(422, "invalid"),
      body: {
        errors: { price: [expect.any(String)] },
        rowId: 1,
        message: "Row 1: Price (cents) cannot be less than 0",
      },
    },
  ],
  [
    "a value of lists in lists",
    ({ cheap }) => [
      { ...cheap, values: { features: JSON.parse("[".repeat(20_000) + "]".repeat(20_000)) } },
    ],
    refusal(400, "malformed"),
  ],
  [
    "one name for many",
    ({ cheap }) => [{ ...cheap, values: { name: "All" } }],
    { ...refusal(409, "taken"), body: { rowId: 3 } },
  ],
])("%s is refused, and nothing is stored", async (_what, requestOf, expected) => {
  const shop = await open();
  const before = newestChange(shop);
  const [body, path] = requestOf(shop);
  expect(await shop.bulk(body, {}, path)).toMatchObject(expected);
  expect(newestChange(shop)).toBe(before);
});

test.each([
  ["anonymous", 401],
  ["buyer", 403],
] as const)("%s is answered %i", async (role, status) => {
  const roles = openRoles(createTestApp());
  expect(await roles[role].call("POST", PATH, { body: {} })).toMatchObject({ status });
});

describe("a change after the rows were counted", () => {
  const AUTHOR = { actor: "admin:99", now: new Date("2026-11-21T10:00:00.000Z") };
  type Change = (shop: Shop) => unknown;
  const update = (id: number, patch: Partial<typeof products.$inferSelect>) => (shop: Shop) =>
    shop.db.write((tx) => updateRow(tx, products, id, patch, AUTHOR));
  const remove = (id: number) => (shop: Shop) =>
    shop.db.write((tx) => deleteRow(tx, products, id, AUTHOR));

  test.each<[string, Change[]]>([
    ["to a row that is not meant", [update(2, { badge: "MINE" })]],
    ["that deletes a row that is not meant", [remove(2)]],
    [
      "that makes a row that is not meant",
      [(shop) => shop.addProduct({ name: "New", price: 800 })],
    ],
  ])("%s is none of its business", async (_what, changes) => {
    const shop = await open();
    for (const change of changes) await change(shop);
    const answer = await shop.bulk(shop.cheap);
    expect(answer).toMatchObject({ status: 200, body: { changed: 60 } });
  });

  test.each<[string, Change[]]>([
    ["to a row that is meant", [update(3, { badge: "MINE" })]],
    ["that takes a row out of the filter", [update(3, { price: 900 })]],
    [
      "that takes one row out and another in",
      [update(3, { price: 900 }), update(4, { price: 100 })],
    ],
    [
      "that deletes a row and makes another",
      [remove(3), (shop) => shop.addProduct({ name: "New", price: 100 })],
    ],
  ])("%s is refused", async (_what, changes) => {
    const shop = await open();
    for (const change of changes) await change(shop);
    const before = newestChange(shop);
    expect(await shop.bulk(shop.cheap)).toMatchObject(refusal(409, "count_mismatch"));
    expect(newestChange(shop)).toBe(before);
  });

  test("concerns the rows that ids name alone", async () => {
    const shop = await open();
    update(3, { badge: "MINE" })(shop);
    const some = { ...shop.cheap, ids: [5, 7], expected: 2 };
    expect(await shop.bulk(some)).toMatchObject({ status: 200, body: { changed: 2 } });
    expect(await shop.bulk({ ...some, ids: [1, 3] })).toMatchObject(refusal(409, "count_mismatch"));
  });
});

describe("many rows", () => {
  test("are changed as one set, and undone together", async () => {
    const { admin, bulk, cheap, stored, ...t } = await open();
    const was = stored().map(({ badge, price }) => ({ badge, price }));
    const { status, body, headers } = await bulk(cheap);
    expect(status).toBe(200);
    expect(body).toEqual({ changed: 60, changeSet: Number(headers.get("X-Change-Set")) });
    const sale = stored().filter(({ badge }) => badge === "SALE");
    expect(sale.map(({ price }) => price)).toEqual(Array(60).fill(100));
    const lines = changesOf(t, "products").slice(-60);
    expect(new Set(lines.map(({ id, setId }) => setId ?? id))).toEqual(new Set([body.changeSet]));
    const undone = await admin.call("POST", `/api/admin/change-sets/${body.changeSet}/undo`);
    expect(undone).toMatchObject({ status: 200, body: { changed: 60 } });
    expect(stored().map(({ badge, price }) => ({ badge, price }))).toEqual(was);
  });

  test("with values of their own are changed as one set, and undone together", async () => {
    const shop = await open();
    const { admin, bulk, cheap, stored } = shop;
    const { values: _values, ...request } = cheap;
    const rows = [own(2, 1), own(4, 1, { badge: "NEW" })];
    const before = stored().map(({ price, badge }) => [price, badge]);
    const { status, body } = await bulk({ ...request, filter: {}, expected: 2, rows });
    expect([status, body.changed]).toEqual([200, 2]);
    const after = stored().map(({ price, badge }) => [price, badge]);
    expect([after[1], after[3]]).toEqual([
      [1002, null],
      [900, "NEW"],
    ]);
    const undone = await admin.call("POST", `/api/admin/change-sets/${body.changeSet}/undo`);
    expect(undone.status).toBe(200);
    expect(stored().map(({ price, badge }) => [price, badge])).toEqual(before);
  });

  test("are looked for where long readings hold up no shopper", async () => {
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

  test("are all left when the last of them is needed by others", async () => {
    const { bulk, cheap, stored, ...t } = await open();
    await t.addProduct({ name: "Last", price: 100, contents: ["one"] });
    const request = { ...cheap, action: "delete", expected: 61, sequence: newestChange(t) };
    const refused = { status: 409, body: { reason: "in_use", rowId: 121 } };
    expect(await bulk(request)).toMatchObject(refused);
    expect(stored()).toHaveLength(121);
  });

  test("let other calls go first in between", async () => {
    const { admin, bulk, cheap } = await open();
    const order: string[] = [];
    await Promise.all([
      bulk(cheap).then(() => order.push("bulk")),
      admin.get("/api/products").then(() => order.push("visit")),
    ]);
    expect(order).toEqual(["visit", "bulk"]);
  });

  test("that another changes meanwhile stop it, and what was done can be undone", async () => {
    const { admin, bulk, cheap, stored, ...t } = await open();
    const author = { actor: "admin:99", now: t.clock.now() };
    afterNextCommit(t, () =>
      t.db.write((tx) => updateRow(tx, products, 119, { badge: "MINE" }, author)),
    );
    const answer = await bulk(cheap);
    expect(answer).toMatchObject(refusal(409, "count_mismatch"));
    const sold = () => stored().filter(({ badge }) => badge === "SALE").length;
    expect(sold()).toBe(50);
    expect(stored().find(({ id }) => id === 119)?.badge).toBe("MINE");
    await admin.call("POST", `/api/admin/change-sets/${answer.body.changeSet}/undo`);
    expect(sold()).toBe(0);
  });
});
