import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase, type Transaction } from "../../db/client.ts";
import {
  type ChangeSet,
  deleteRow,
  eraseRow,
  insertRow,
  insertRowOnce,
  restoreRow,
  updateRow,
} from "../../db/record.ts";
import { changes, products, users } from "../../db/schema.ts";
import { webhookEvents } from "../../db/store-schema.ts";
import { migratedDatabase } from "../support/migrated-database.ts";

const MORNING = { actor: "admin:7", now: new Date("2026-11-21T08:00:00.123Z") };
const NOON = { actor: "webhook", now: new Date("2026-11-21T12:00:00.456Z") };
const PRODUCT = {
  name: "Pack",
  slug: "pack",
  price: 3700,
  images: ["/a.webp", "/b.webp"],
  type: "digital" as const,
  features: [],
};

/** Opens a database with one product created at `MORNING`; `change` updates it at `NOON`. */
function open() {
  const db = openDatabase(migratedDatabase());
  onTestFinished(db.close);
  const row = db.write((tx) => insertRow(tx, products, PRODUCT, MORNING));
  return Object.assign(db, {
    row,
    change: (patch: Parameters<typeof updateRow<typeof products>>[3]) =>
      db.write((tx) => updateRow(tx, products, row.id, patch, NOON)),
    stored: () => db.select().from(products).all(),
    history: () => db.select().from(changes).all(),
  });
}

const CHEAP = { ...PRODUCT, slug: "cheap", price: -1 };
const REFUSED: [string, (tx: Transaction) => unknown, string | RegExp | undefined][] = [
  ["a row whose key is taken", (tx) => insertRow(tx, products, PRODUCT, NOON), /UNIQUE/],
  [
    "by insertRowOnce, a row that the database refuses for another reason than its key",
    (tx) => insertRowOnce(tx, products, CHEAP, NOON),
    /CHECK/,
  ],
  [
    "by insertRowOnce, a row whose key is taken, which it tells by undefined",
    (tx) => expect(insertRowOnce(tx, products, { ...PRODUCT, price: 1 }, NOON)).toBeUndefined(),
    undefined,
  ],
  [
    "a change to a row that is not there",
    (tx) => updateRow(tx, products, 9, { price: 1 }, NOON),
    "No row 9 in products.",
  ],
  [
    "a change that the database refuses",
    (tx) => updateRow(tx, products, 1, { price: -1 }, NOON),
    /CHECK/,
  ],
  ["a deletion of a row that is not there", (tx) => deleteRow(tx, products, 9, NOON), undefined],
  [
    "a change whose transaction fails after it",
    (tx) => {
      updateRow(tx, products, 1, { price: 1 }, NOON);
      throw new Error("later");
    },
    "later",
  ],
];
test.each(REFUSED)("stored is nothing, and nothing noted, of %s", (_name, work, error) => {
  const db = open();
  const attempt = () => db.write((tx) => void work(tx));
  if (error) expect(attempt).toThrow(error);
  else attempt();
  expect(db.stored()).toEqual([db.row]);
  expect(db.history()).toHaveLength(1);
});

test("a new row is returned as it is stored, and noted whole under its SQL names", () => {
  const db = open();
  expect(db.row).toEqual({
    ...PRODUCT,
    id: 1,
    description: "",
    currency: "usd",
    listPrice: null,
    billingPeriod: null,
    badge: null,
    active: true,
    position: 0,
    upgradesFromId: null,
    licence: "personal",
    sample: null,
    onLanding: true,
    providerProductId: null,
    version: 1,
    createdAt: MORNING.now,
    updatedAt: MORNING.now,
  });
  expect(db.stored()).toEqual([db.row]);
  expect(db.history()).toEqual([
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
      setId: null,
      version: 1,
      createdAt: MORNING.now,
      updatedAt: MORNING.now,
    },
  ]);
});

describe("a change", () => {
  test("raises the version by one each time, and is noted with before and after", () => {
    const db = open();
    const rows = [4100, 4200].map((price) => db.change({ price }));
    expect(rows).toMatchObject([
      { price: 4100, version: 2 },
      { price: 4200, version: 3 },
    ]);
    expect(db.stored()).toEqual([rows[1]]);
    const made = { action: "update", actor: "webhook", rowId: 1, createdAt: NOON.now };
    const [morning, noon] = ["2026-11-21T08:00:00.123Z", "2026-11-21T12:00:00.456Z"];
    expect(db.history().slice(1)).toMatchObject([
      {
        ...made,
        before: { price: 3700, version: 1, updated_at: morning },
        after: { price: 4100, version: 2, updated_at: noon },
      },
      { ...made, before: { price: 4100, version: 2 }, after: { price: 4200, version: 3 } },
    ]);
  });

  test("names the first of those that were made together, which names none", () => {
    const db = open();
    const set: ChangeSet = { id: null };
    const author = { ...NOON, set };
    db.write((tx) => {
      updateRow(tx, products, 1, { price: 1 }, author);
      updateRow(tx, products, 1, { price: 2 }, author);
    });
    db.change({ price: 3 });
    expect(db.history().map(({ id, setId }) => [id, setId])).toEqual([
      [1, null],
      [2, null],
      [3, 2],
      [4, null],
    ]);
    expect(set.id).toBe(2);
  });

  test("touches the given columns of its row alone", () => {
    const db = open();
    const other = { ...PRODUCT, name: "Book", slug: "book" };
    const book = db.write((tx) => insertRow(tx, products, other, MORNING));
    const after = db.change({ badge: "NEW", listPrice: undefined });
    expect(after).toEqual({ ...db.row, badge: "NEW", version: 2, updatedAt: NOON.now });
    expect(db.stored()).toEqual([after, book]);
  });

  test("writes no other column, so that its indexes stay as they are", () => {
    const db = open();
    db.sqlite.exec(
      "CREATE TRIGGER slug_written UPDATE OF slug ON products BEGIN SELECT RAISE(ABORT, 'written'); END",
    );
    expect(db.change({ price: 100 })).toMatchObject({ price: 100, slug: "pack", version: 2 });
    expect(() => db.change({ slug: "other" })).toThrow("written");
  });

  test("keeps lists, flags, times and nothing as they are read back", () => {
    const db = open();
    const patch = { images: [], features: ["ü", '"quoted"'], active: false, badge: null };
    const row = db.change(patch);
    expect(row).toMatchObject(patch);
    expect(db.stored()).toEqual([row]);
  });
});

test("a name's sort key changes with the name, and is not in the log of changes", () => {
  const db = open();
  const author = MORNING;
  const keys = () => db.sqlite.prepare("SELECT name_sorted FROM users").pluck().all();
  const add = (name: string | null) =>
    db.write((tx) => insertRow(tx, users, { email: "a@example.com", name }, author));
  const { id } = add("Émile");
  expect(keys()).toEqual(["emile"]);
  db.write((tx) => updateRow(tx, users, id, { isAdmin: true }, author));
  expect(keys()).toEqual(["emile"]);
  db.write((tx) => updateRow(tx, users, id, { name: "Zoë" }, author));
  expect(keys()).toEqual(["zoe"]);
  db.write((tx) => deleteRow(tx, users, id, author));
  const { before } = db.history().at(-1) ?? {};
  expect(Object.keys(before ?? {})).not.toContain("name_sorted");
  db.write((tx) => restoreRow(tx, users, before ?? {}, author));
  expect(keys()).toEqual(["zoe"]);
  db.write((tx) => updateRow(tx, users, id, { name: null }, author));
  expect(keys()).toEqual([null]);
});

test("the body of a webhook is left out of the notes, everything else is in", () => {
  const db = open();
  const about = { eventId: "e", type: "t", about: "other" as const };
  db.write((tx) => {
    const event = { ...about, payload: "HUGE", nextAttemptAt: MORNING.now };
    const { id } = insertRow(tx, webhookEvents, event, MORNING);
    updateRow(tx, webhookEvents, id, { lastError: "down" }, NOON);
  });
  expect(JSON.stringify(db.history())).not.toContain("HUGE");
  expect(db.history()[2]?.after).toMatchObject({ event_id: "e", last_error: "down" });
  expect(db.select().from(webhookEvents).all()).toMatchObject([{ payload: "HUGE" }]);
});

test("an erased row is gone with its history; that it is gone stays, and other rows' stays", () => {
  const db = open();
  db.write((tx) => {
    insertRow(tx, users, { email: "secret@example.com" }, MORNING);
    insertRow(tx, users, { email: "other@example.com" }, MORNING);
    updateRow(tx, users, 1, { name: "Secret" }, MORNING);
    for (let twice = 0; twice < 2; twice++) eraseRow(tx, users, 1, NOON);
  });
  expect(db.select().from(users).all()).toMatchObject([{ email: "other@example.com" }]);
  const erased = { action: "delete", actor: "webhook", createdAt: NOON.now };
  expect(db.history()).toMatchObject([
    { id: 1, tableName: "products", rowId: 1, action: "insert" },
    { id: 3, tableName: "users", rowId: 2, action: "insert" },
    { id: 5, tableName: "users", rowId: 1, ...erased, before: null, after: null },
  ]);
});
