import { describe, expect, test } from "vitest";
import { insertRow, updateRow } from "../../../db/record.ts";
import { contactSubmissions } from "../../../db/buyer-schema.ts";
import { orders } from "../../../db/schema.ts";
import type { TablePage } from "../../../server/contract/tables.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import { addMessage, addOrder } from "../../support/table-world.ts";

const AUTHOR = { actor: "test", now: new Date() };

/** Opens a shop with five orders and an administrator. */
async function openDesk() {
  const t = createTestApp();
  const owner = signInAdmin(t);
  const ids = ["A", "B", "C", "D", "E"].map((number, at) =>
    addOrder(t, number, {
      totalAmount: at < 3 ? 100 : 200,
      email: at === 0 ? null : `Buyer-${number}@example.com`,
      customerName: ["100%", "a_b", String.raw`back\slash`, "ÉLODIE Çelik", null][at] ?? null,
      paidAt: at === 4 ? new Date("2026-03-01T00:00:00.000Z") : null,
    }),
  );
  const list = async (query: string, table = "orders") => {
    const response = await owner.get(`/api/tables/${table}?${query}`);
    return { response, page: (await response.json()) as TablePage };
  };
  const numbers = async (query: string) =>
    (await list(query)).page.data.map(({ number }) => number).join("");
  return { t, owner, ids, list, numbers };
}

describe("a list and an export", () => {
  test("of a table that is unknown, or none of the owner's, are 404", async () => {
    const { owner } = await openDesk();
    for (const table of ["no_such", "sessions", "one_time_codes", "__proto__", "orders;--"]) {
      for (const path of [`/api/tables/${table}`, `/api/tables/${table}/export`]) {
        const response = await owner.get(path);
        expect([path, response.status]).toEqual([path, 404]);
        expect(await response.json()).toMatchObject({ reason: "unknown_table" });
      }
    }
  });

  test.each([
    ["page=1&page=2", "page"],
    ["limit=501", "limit"],
    ["sort=number", "sort"],
    ["sort=number:up", "sort"],
    ["sort=no_such:asc", "sort"],
    ["no_such=1", "no_such"],
    ["browser_hash=x", "browser_hash"],
    ["number__like=x", "number__like"],
    ["total_amount__contains=1", "total_amount__contains"],
    ["total_amount=cheap", "total_amount"],
    ["total_amount=1 OR 1=1", "total_amount"],
    [`id__in=${Array.from({ length: 201 }, (_, id) => id).join(",")}`, "id__in"],
    ["paid_at=yesterday", "paid_at"],
    ["paid_at=2026-02-30", "paid_at"],
    ["email__isnull=1", "email__isnull"],
    ["__proto__=1", "__proto__"],
  ])("that ask for %s are refused, and the fault is named", async (query, field) => {
    const { owner } = await openDesk();
    for (const path of [`/api/tables/orders?${query}`, `/api/tables/orders/export?${query}`]) {
      const response = await owner.get(path);
      expect(response.status).toBe(422);
      const body = (await response.json()) as { code: string; errors: Record<string, string[]> };
      expect(body).toMatchObject({ code: "invalid" });
      expect(Object.keys(body.errors)).toEqual([field]);
    }
  });

  test("with 51 conditions are refused", async () => {
    const { owner } = await openDesk();
    const answer = await owner.get(`/api/tables/orders?${"number=a&".repeat(51)}`);
    expect(answer.status).toBe(422);
    const errors = { number: ["At most 50 filters can be used at once."] };
    expect(await answer.json()).toMatchObject({ errors });
    expect((await owner.get(`/api/tables/orders?${"number=a&".repeat(50)}`)).status).toBe(200);
  });

  test("hold no hash, token or seed, and leave no trace in a cache", async () => {
    const { owner, t } = await openDesk();
    t.db.sqlite.exec(
      "UPDATE orders SET browser_hash = 'secret-1', checkout_key = 'secret-2', customer_id = 'secret-3' WHERE number = 'A'",
    );
    for (const path of ["/api/tables/orders", "/api/tables/orders/export"]) {
      const response = await owner.get(path);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(await response.text()).not.toContain("secret-");
    }
  });
});

describe("a list's filters", () => {
  test.each([
    ["", "EDCBA"],
    ["email=BUYER-", "EDCB"],
    ["email__contains=-b@", "B"],
    ["number__ne=B", "EDCA"],
    ["number__in=A, C,no", "CA"],
    ["number__gt=B&number__lte=D", "DC"],
    ["number=B&number=C", ""],
    ["total_amount__lt=200", "CBA"],
    ["email__isnull=true", "A"],
    ["paid_at=2026-03-01T01:00:00%2B01:00", "E"],
    ["paid_at__gte=2026-03-01", "E"],
    // Wildcards, quotes and SQL are matched literally.
    ["customer_name=%25", "A"],
    ["customer_name=_", "B"],
    ["customer_name=%5C", "C"],
    ["customer_name=' OR 1=1 --", ""],
    // Case-insensitive beyond ASCII, but accent-sensitive.
    ["customer_name=élodie ç", "D"],
    ["customer_name=elodie", ""],
    ["customer_name=e\u0301lodie", "D"],
    // The Kelvin sign lowercases to an ASCII "k" but must not match one.
    ["customer_name=ÇELI\u212A", ""],
  ])("%s finds %j", async (query, found) => {
    const { numbers } = await openDesk();
    expect(await numbers(query)).toBe(found);
  });

  test("of lists search their items, and of booleans compare", async () => {
    const { t, list } = await openDesk();
    await t.addProduct({ name: "Pack" });
    t.db.sqlite.exec(`UPDATE products SET features = '["36 weeks", "No \\"screens\\""]'`);
    const total = async (query: string) => (await list(query, "products")).page.total;
    expect(await total('features=no "SCREENS"')).toBe(1);
    expect(await total("features=weeks,")).toBe(0);
    expect(await total("active=true")).toBe(1);
    expect(await total("active__ne=true")).toBe(0);
    expect(await total("active__isnull=true")).toBe(0);
  });
});

describe("a list's pages", () => {
  test.each([
    ["sort=total_amount:asc", "ABCDE"],
    ["sort=total_amount:asc,number:desc", "CBAED"],
    ["sort=total_amount:desc,id:asc", "DEABC"],
    ["limit=500&page=999999999999999", ""],
  ])("%s give %j", async (query, found) => {
    const { numbers } = await openDesk();
    expect(await numbers(query)).toBe(found);
  });

  test.each([
    ["2026-11-25T18:00:00.123+01:00", "2026-11-25T17:00:00.123Z"],
    ["2026-11-25T17:00:00Z", "2026-11-25T17:00:00.000Z"],
    ["soon", null],
    [null, null],
  ])("show %j, when a message was sent by its sender, as the time %j", async (sentAt, shown) => {
    const { t, list, owner } = await openDesk();
    const message = { name: "Ann", email: "ann@example.com", message: "Hello", sentAt };
    t.db.write((tx) => insertRow(tx, contactSubmissions, message, AUTHOR));
    const sent = (query: string) => list(query, "contact_submissions");
    expect((await sent("")).page.data[0]?.["sent_at"]).toBe(shown);
    const found = (await sent("sent_at__gte=2026-11-25T17:00:00Z&sort=sent_at:asc")).page;
    expect(found.total).toBe(shown === null ? 0 : 1);
    const schema = await (await owner.get("/api/admin/schemas/contact_submissions")).json();
    expect(schema).toMatchObject({ properties: { sent_at: { format: "date-time" } } });
  });

  const WORDS = ["Zebra", "e\u0301mile", "banana", "apple", "Eve", "Émil", "Øre", "zoo"];
  const SORTED = ["apple", "banana", "Émil", "e\u0301mile", "Eve", "Øre", "Zebra", "zoo"];

  test("are sorted by name without case and accents, with or without an index", async () => {
    const { t, list } = await openDesk();
    for (const name of WORDS) {
      addMessage(t, name);
      addOrder(t, `W${WORDS.indexOf(name)}`, { customerName: name, totalAmount: 7 });
    }
    const namesOf = async (table: string, query: string, column = "name") =>
      (await list(query, table)).page.data.map((row) => row[column]);
    const buyers = (query: string) => namesOf("orders", query, "customer_name");
    expect(await namesOf("contact_submissions", "sort=name:asc")).toEqual(SORTED);
    expect(await buyers("total_amount=7&sort=customer_name:asc")).toEqual(SORTED);
    expect(await buyers("total_amount=7&sort=customer_name:desc")).toEqual(SORTED.toReversed());
    expect(await buyers("customer_name__eq=Eve")).toEqual(["Eve"]);
    expect(await buyers("customer_name__eq=eve")).toEqual([]);
  });

  test("say how many there are, with filters and without, also past the end", async () => {
    const { list, t, ids } = await openDesk();
    const counts = async (query: string) => {
      const { page, limit, total, totalPages } = (await list(query)).page;
      return [page, limit, total, totalPages];
    };
    expect(await counts("")).toEqual([1, 50, 5, 1]);
    expect(await counts("limit=2&page=9")).toEqual([9, 2, 5, 3]);
    expect(await counts("limit=1&total_amount=100")).toEqual([1, 1, 3, 3]);
    expect(await counts("total_amount=7")).toEqual([1, 50, 0, 0]);
    t.db.write((tx) => updateRow(tx, orders, ids[0] ?? 0, { totalAmount: 7 }, AUTHOR));
    expect(await counts("limit=1&total_amount=100")).toEqual([1, 1, 2, 2]);
    addOrder(t, "F");
    expect(await counts("")).toEqual([1, 50, 6, 1]);
  });

  test("say what they were read at, and are not sent again before that moves", async () => {
    const { t, owner, list, ids } = await openDesk();
    const { response } = await list("");
    const etag = response.headers.get("ETag") ?? "";
    expect(etag).toMatch(/^W\/"/);
    const newest = () =>
      t.db.sqlite.prepare("SELECT max(id) FROM changes WHERE table_name = 'orders'").pluck().get();
    expect(response.headers.get("X-Sequence")).toBe(String(newest()));

    const again = (query = "") =>
      owner.get(`/api/tables/orders?${query}`, { "If-None-Match": etag });
    const unchanged = await again();
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
    expect((await again("limit=2")).status).toBe(200);
    addMessage(t, "Another table");
    expect((await again()).status).toBe(304);
    t.db.write((tx) => updateRow(tx, orders, ids[0] ?? 0, { totalAmount: 1 }, AUTHOR));
    const changed = await again();
    expect(changed.status).toBe(200);
    expect(changed.headers.get("X-Sequence")).toBe(String(newest()));
  });
});

test.each([
  ["open", 0, "open"],
  ["paid", 0, "paid"],
  ["paid", 1, "partly_refunded"],
  ["paid", 99, "partly_refunded"],
  ["paid", 100, "refunded"],
  ["expired", 0, "expired"],
] as const)(
  "an order that is %s with %i of 100 refunded is %s",
  async (status, refunded, state) => {
    const { t, list } = await openDesk();
    addOrder(t, "R", { status, totalAmount: 100, refundedAmount: refunded });
    const { page } = await list(`state__eq=${state}&status__eq=${status}`);
    expect(page.data.find(({ number }) => number === "R")).toMatchObject({ state, status });
    const others = await list(`state__ne=${state}&number__eq=R`);
    expect(others.page.total).toBe(0);
  },
);

test("a free order is paid, not refunded", async () => {
  const { t, list } = await openDesk();
  addOrder(t, "F", { status: "paid" });
  expect((await list("number__eq=F")).page.data).toMatchObject([{ state: "paid" }]);
});
