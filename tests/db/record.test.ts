import { describe, expect, onTestFinished, test } from "vitest";
import { type Db, openDatabase } from "../../db/client.ts";
import { deleteRow, eraseRow, insertRow, insertRowOnce, updateRow } from "../../db/record.ts";
import { changes, products, users, webhookEvents } from "../../db/schema.ts";

const MORNING = { actor: "admin:7", now: new Date("2026-11-21T08:00:00.123Z") };
const NOON = { actor: "webhook", now: new Date("2026-11-21T12:00:00.456Z") };

function open(): Db {
  const db = openDatabase(":memory:");
  onTestFinished(db.close);
  return db;
}

const PRODUCT = {
  name: "Pack",
  slug: "pack",
  price: 3700,
  images: ["/a.webp", "/b.webp"],
  type: "digital" as const,
  features: [],
};
const addProduct = (db: Db) => db.write((tx) => insertRow(tx, products, PRODUCT, MORNING));
const history = (db: Db) => db.select().from(changes).all();

describe("nothing is stored and nothing noted", () => {
  test("of a row whose key is taken", () => {
    const db = open();
    addProduct(db);
    expect(() => addProduct(db)).toThrow(/UNIQUE/);
    expect(db.select().from(products).all()).toHaveLength(1);
    expect(history(db)).toHaveLength(1);
  });

  test("by insertRowOnce of a row whose key is taken, which it tells by undefined", () => {
    const db = open();
    addProduct(db);
    const second = { ...PRODUCT, price: 1 };
    expect(db.write((tx) => insertRowOnce(tx, products, second, NOON))).toBeUndefined();
    expect(db.select().from(products).all()).toMatchObject([{ price: 3700 }]);
    expect(history(db)).toHaveLength(1);
  });

  test("by insertRowOnce of a row the database refuses for any other reason", () => {
    const db = open();
    const wrong = { ...PRODUCT, price: -1 };
    expect(() => db.write((tx) => insertRowOnce(tx, products, wrong, NOON))).toThrow(/CHECK/);
    expect(history(db)).toEqual([]);
  });

  test("of a change to a row that is not there", () => {
    const db = open();
    expect(() => db.write((tx) => updateRow(tx, products, 9, { price: 1 }, NOON))).toThrow(
      "No row 9 in products.",
    );
    expect(history(db)).toEqual([]);
  });

  test("of a change that the database refuses", () => {
    const db = open();
    const { id } = addProduct(db);
    expect(() => db.write((tx) => updateRow(tx, products, id, { price: -1 }, NOON))).toThrow(
      /CHECK/,
    );
    expect(db.select().from(products).all()).toMatchObject([{ price: 3700, version: 1 }]);
    expect(history(db)).toHaveLength(1);
  });

  test("of a deletion of a row that is not there", () => {
    const db = open();
    db.write((tx) => deleteRow(tx, products, 9, NOON));
    expect(history(db)).toEqual([]);
  });

  test("when the transaction fails after the change", () => {
    const db = open();
    const { id } = addProduct(db);
    const failing = () =>
      db.write((tx) => {
        updateRow(tx, products, id, { price: 1 }, NOON);
        throw new Error("later");
      });
    expect(failing).toThrow("later");
    expect(db.select().from(products).all()).toMatchObject([{ price: 3700 }]);
    expect(history(db)).toHaveLength(1);
  });
});

test("a new row is returned as it is stored, and noted whole under its SQL names", () => {
  const db = open();
  const row = addProduct(db);
  expect(row).toEqual({
    ...PRODUCT,
    id: 1,
    description: "",
    currency: "usd",
    listPrice: null,
    billingPeriod: null,
    badge: null,
    active: true,
    position: 0,
    version: 1,
    createdAt: MORNING.now,
    updatedAt: MORNING.now,
  });
  expect(db.select().from(products).all()).toEqual([row]);
  expect(history(db)).toEqual([
    {
      id: 1,
      tableName: "products",
      rowId: 1,
      action: "insert",
      actor: "admin:7",
      before: null,
      after: expect.objectContaining({
        id: 1,
        price: 3700,
        list_price: null,
        billing_period: null,
        active: true,
        images: ["/a.webp", "/b.webp"],
        version: 1,
        created_at: "2026-11-21T08:00:00.123Z",
      }),
      version: 1,
      createdAt: MORNING.now,
      updatedAt: MORNING.now,
    },
  ]);
});

describe("a change", () => {
  test("raises the version by one each time, and is noted with before and after", () => {
    const db = open();
    const { id } = addProduct(db);
    const prices = [4100, 4200, 4300];
    const rows = prices.map((price) =>
      db.write((tx) => updateRow(tx, products, id, { price }, NOON)),
    );
    expect(rows.map((row) => [row.price, row.version])).toEqual([
      [4100, 2],
      [4200, 3],
      [4300, 4],
    ]);
    expect(db.select().from(products).all()).toEqual([rows[2]]);
    const noted = history(db).slice(1);
    expect(noted.map((change) => [change.before?.["price"], change.after?.["price"]])).toEqual([
      [3700, 4100],
      [4100, 4200],
      [4200, 4300],
    ]);
    expect(noted[0]).toMatchObject({
      action: "update",
      actor: "webhook",
      rowId: id,
      createdAt: NOON.now,
      before: { version: 1, updated_at: "2026-11-21T08:00:00.123Z" },
      after: { version: 2, updated_at: "2026-11-21T12:00:00.456Z" },
    });
  });

  test("touches the given columns alone", () => {
    const db = open();
    const before = addProduct(db);
    const after = db.write((tx) =>
      updateRow(tx, products, before.id, { badge: "NEW", listPrice: undefined }, NOON),
    );
    expect(after).toEqual({ ...before, badge: "NEW", version: 2, updatedAt: NOON.now });
    expect(db.select().from(products).all()).toEqual([after]);
  });

  test("writes no other column, so that its indexes stay as they are", () => {
    const db = open();
    const { id } = addProduct(db);
    db.sqlite.exec(
      "CREATE TRIGGER slug_written UPDATE OF slug ON products BEGIN SELECT RAISE(ABORT, 'written'); END",
    );
    const change = (patch: { price?: number; slug?: string }) =>
      db.write((tx) => updateRow(tx, products, id, patch, NOON));
    expect(change({ price: 100 })).toMatchObject({ price: 100, slug: "pack", version: 2 });
    expect(() => change({ slug: "other" })).toThrow("written");
  });

  test("keeps lists, flags, times and nothing as they are read back", () => {
    const db = open();
    const { id } = addProduct(db);
    const patch = { images: [], features: ["ü", '"quoted"'], active: false, badge: null };
    const row = db.write((tx) => updateRow(tx, products, id, patch, NOON));
    expect(row).toMatchObject(patch);
    expect(db.select().from(products).all()).toEqual([row]);
  });

  test("of one row leaves the others alone", () => {
    const db = open();
    const { id } = addProduct(db);
    const other = { ...PRODUCT, name: "Book", slug: "book" };
    const book = db.write((tx) => insertRow(tx, products, other, MORNING));
    db.write((tx) => updateRow(tx, products, id, { price: 1 }, NOON));
    expect(db.select().from(products).all()[1]).toEqual(book);
  });
});

test("a deleted row is kept in its note", () => {
  const db = open();
  const { id } = addProduct(db);
  db.write((tx) => deleteRow(tx, products, id, NOON));
  expect(db.select().from(products).all()).toEqual([]);
  expect(history(db)[1]).toMatchObject({
    action: "delete",
    rowId: id,
    actor: "webhook",
    before: { name: "Pack", images: ["/a.webp", "/b.webp"] },
    after: null,
  });
});

test("the body of a webhook is left out of the notes, everything else is in", () => {
  const db = open();
  db.write((tx) => {
    const event = {
      eventId: "e",
      type: "t",
      about: "other" as const,
      payload: "HUGE",
      nextAttemptAt: MORNING.now,
    };
    const { id } = insertRow(tx, webhookEvents, event, MORNING);
    updateRow(tx, webhookEvents, id, { lastError: "down" }, NOON);
  });
  expect(JSON.stringify(history(db))).not.toContain("HUGE");
  expect(history(db)[1]?.after).toMatchObject({ event_id: "e", last_error: "down" });
  expect(db.select().from(webhookEvents).all()).toMatchObject([{ payload: "HUGE" }]);
});

test("many changes in one transaction are noted in their order", () => {
  const db = open();
  db.write((tx) => {
    for (let i = 0; i < 50; i++) {
      const user = insertRow(tx, users, { email: `u${i}@example.com` }, MORNING);
      updateRow(tx, users, user.id, { name: `U ${i}` }, NOON);
    }
  });
  const noted = history(db).map((change) => [change.id, change.rowId, change.action]);
  expect(noted).toEqual(
    Array.from({ length: 100 }, (_, i) => [
      i + 1,
      Math.floor(i / 2) + 1,
      i % 2 === 0 ? "insert" : "update",
    ]),
  );
});

test("an erased row is gone with its history; that it is gone stays, and other rows' stays", () => {
  const db = open();
  const [secret, other] = db.write((tx) => [
    insertRow(tx, users, { email: "secret@example.com" }, MORNING),
    insertRow(tx, users, { email: "other@example.com" }, MORNING),
  ]);
  addProduct(db);
  db.write((tx) => {
    updateRow(tx, users, secret?.id ?? 0, { name: "Secret" }, MORNING);
    for (let twice = 0; twice < 2; twice++) eraseRow(tx, users, secret?.id ?? 0, NOON);
  });
  expect(db.select().from(users).all()).toMatchObject([{ email: "other@example.com" }]);
  expect(history(db)).toMatchObject([
    { id: 2, tableName: "users", rowId: other?.id, action: "insert" },
    { id: 3, tableName: "products", rowId: 1, action: "insert" },
    {
      id: 5,
      tableName: "users",
      rowId: secret?.id,
      action: "delete",
      actor: "webhook",
      before: null,
      after: null,
      createdAt: NOON.now,
    },
  ]);
});
