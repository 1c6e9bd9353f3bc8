import { describe, expect, test } from "vitest";
import { createTestApp } from "../../support/create-test-app.ts";
import { changesOf, newestChange, signInAdmin } from "../../support/table-calls.ts";

const NEW = { name: "Mazes", slug: "mazes", price: 900, type: "digital" };

async function open() {
  const t = createTestApp();
  const pack = await t.addProduct({ name: "Premium Pack", price: 3700, position: 3 });
  return { ...t, pack, admin: signInAdmin(t) };
}

const field = (name: string, text: string) => ({
  status: 422,
  body: { code: "invalid", message: text, errors: { [name]: [text] } },
});
const refusal = (status: number, reason: string) => ({ status, body: { reason } });
const MALFORMED = refusal(400, "malformed");
const UNKNOWN_ROW = refusal(404, "unknown_row");
const nested = (name: string) => `{"${name}":${"[".repeat(120_000)}${"]".repeat(120_000)}}`;
const record = (user_id: number) => ({ user_id, email: "a@example.com", session_id: "s" });

test.each<[what: string, method: string, path: string, body: unknown, expected: object]>([
  ["an unknown table", "POST", "nosuch", NEW, refusal(404, "unknown_table")],
  ["a hidden table", "POST", "sessions", {}, refusal(404, "unknown_table")],
  ["an unknown row", "PUT", "products/99", {}, UNKNOWN_ROW],
  ["an unknown row", "DELETE", "products/99", undefined, UNKNOWN_ROW],
  ["an invalid id", "PUT", "products/1e1", {}, UNKNOWN_ROW],
  ["a read-only table", "POST", "emails", {}, refusal(403, "read_only_table")],
  ["no JSON", "POST", "products", "{", MALFORMED],
  ["a list", "PUT", "products/1", [NEW], MALFORMED],
  ["null", "POST", "products", "null", MALFORMED],
  ["lists in lists", "PUT", "products/1", nested("features"), MALFORMED],
  ["300 kB", "PUT", "products/1", { badge: "x".repeat(300_000) }, refusal(413, "too_large")],
  ["an unknown field", "PUT", "products/1", { hue: 1 }, field("hue", "This field is unknown.")],
  ["a prototype", "PUT", "products/1", '{"__proto__":{"price":1}}', refusal(422, "invalid")],
  ["an id", "PUT", "products/1", { id: 2 }, field("id", "ID can't be changed.")],
  [
    "an amount in cents with a decimal point",
    "PUT",
    "products/1",
    { price: "99.00" },
    field("price", "Price (cents) must be an integer"),
  ],
  ["no name", "POST", "products", { ...NEW, name: " " }, field("name", "Name is required")],
  [
    "an unknown reference",
    "POST",
    "subscription_records",
    record(99),
    field("user_id", "Account doesn't exist"),
  ],
  [
    "an unsafe number",
    "POST",
    "subscription_records",
    record(1e300),
    field("user_id", "Account must be an integer"),
  ],
  [
    "a taken name",
    "POST",
    "products",
    { ...NEW, name: "Premium Pack" },
    { status: 409, body: { reason: "taken", errors: { name: ["Name is taken by another row."] } } },
  ],
])("%s is refused, and nothing is stored: %s %s", async (_what, method, path, body, expected) => {
  const t = await open();
  const before = newestChange(t);
  expect(await t.admin.call(method, `/api/tables/${path}`, { body })).toMatchObject(expected);
  expect(newestChange(t)).toBe(before);
});

const PROVIDER = "the payment provider";
test.each<[patch: object, name: string, text: string]>([
  [{ price: 19 }, "price", `Price must be 0 or at least $0.50: ${PROVIDER} charges no less`],
  [
    { price: 3705, currency: "kwd" },
    "price",
    `Price must be a multiple of KWD\u00A00.010: ${PROVIDER} accepts no smaller steps`,
  ],
  [
    { currency: "huf" },
    "price",
    `Price must be 0 or at least HUF\u00A0175.00: ${PROVIDER} charges no less`,
  ],
  [
    { currency: "xyz" },
    "currency",
    "Currency must be a three-letter currency code, such as eur or usd",
  ],
  [{ currency: "dem" }, "currency", `Currency isn't accepted by ${PROVIDER}`],
  [{ type: "subscription" }, "billing_period", "Billing period is required"],
  [{ billing_period: "month" }, "billing_period", "Billing period is only for subscriptions"],
  [{ upgrades_from_id: 1 }, "upgrades_from_id", "A product can't be an upgrade of itself"],
  [
    { type: "subscription", billing_period: "month", upgrades_from_id: 1 },
    "upgrades_from_id",
    "A subscription can't be an upgrade",
  ],
  ...[
    "/api/logout",
    "/uploads/../api/logout.png",
    "javascript:alert(1)//x.png",
    "https://elsewhere.test/x.png",
    "/uploads/never.png",
    `/uploads/${"a".repeat(64)}/cover.png`,
    "/pictures/no-such-640.webp",
    "/pictures/premium-pack-641.webp",
  ].map((path): [object, string, string] => [
    { images: ["/pictures/premium-pack-640.webp", path] },
    "images",
    `“${path}” isn't a picture of this shop. Please upload it here: pictures of other sites aren't shown.`,
  ]),
  ...[
    "/pictures/pack-640.webp",
    `/uploads/${"a".repeat(64)}/cover.png`,
    `/uploads/${"a".repeat(64)}/../../api/logout.pdf`,
    "https://elsewhere.test/sample.pdf",
  ].map((sample): [object, string, string] => [
    { sample },
    "sample",
    "Sample must be a PDF uploaded here",
  ]),
])("a product refuses %j", async (patch, name, text) => {
  const { admin, pack } = await open();
  expect(await admin.change("products", pack, patch)).toMatchObject(field(name, text));
});

test("a new row has its defaults and its change set", async () => {
  const { admin, ...t } = await open();
  const { status, body, headers } = await admin.create("products", {
    ...NEW,
    badge: " ",
    price: "900",
  });
  expect(status).toBe(201);
  const empty = { badge: null, list_price: null, images: [], features: [], description: "" };
  const defaults = { active: true, currency: "usd", position: 0 };
  expect(body).toMatchObject({ ...NEW, ...empty, ...defaults, version: 1 });
  expect(headers.get("ETag")).toBe('"v1"');
  const line = changesOf(t, "products").at(-1);
  const actor = `admin:${admin.userId}`;
  expect(line).toMatchObject({ action: "insert", actor, rowId: body.id, setId: null });
  expect(headers.get("X-Change-Set")).toBe(String(line?.id));
});

describe("a change", () => {
  test("writes the given fields only", async () => {
    const { admin, pack, ...t } = await open();
    const sent = { price: 4100, badge: "" };
    const { status, body, headers } = await admin.change("products", pack, sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Premium Pack", price: 4100, position: 3, version: 2 });
    expect(headers.get("ETag")).toBe('"v2"');
    const change = { before: { price: 3700 }, after: { price: 4100 } };
    expect(changesOf(t, "products").at(-1)).toMatchObject(change);
    expect(await (await admin.get("/api/products")).json()).toMatchObject([{ price: 4100 }]);
  });

  test("may contain the whole row; equal values change nothing", async () => {
    const { admin, pack, ...t } = await open();
    const { body: row } = await admin.change("products", pack, {});
    const before = newestChange(t);
    const again = await admin.change("products", pack, row);
    expect(again).toMatchObject({ status: 200, body: row });
    expect(again.headers.has("X-Change-Set")).toBe(false);
    expect(newestChange(t)).toBe(before);
    const changed = await admin.change("products", pack, { ...row, price: 100 });
    expect(changed.body).toMatchObject({ price: 100, version: 2 });
  });

  test.each(['"v1"', 'W/"v1"', '"v7", "v1"', "*"])("matches If-Match %s", async (tag) => {
    const { admin, pack } = await open();
    const answer = await admin.change("products", pack, { price: 100 }, { "If-Match": tag });
    expect(answer).toMatchObject({ status: 200 });
  });

  test.each(['"v2"', "v1", '"1"', ""])("of version %j is answered with the row", async (tag) => {
    const { admin, pack, ...t } = await open();
    const before = newestChange(t);
    const headers = { "If-Match": tag };
    const current = { id: pack, price: 3700, version: 1 };
    for (const answer of [
      await admin.change("products", pack, { price: 100 }, headers),
      await admin.remove("products", pack, headers),
    ]) {
      expect(answer).toMatchObject(refusal(412, "version_mismatch"));
      const changedAt = "2026-11-21T10:00:00.000Z";
      expect(answer.body).toMatchObject({ current, changedBy: "test", changedAt });
    }
    expect(newestChange(t)).toBe(before);
  });
});

test("a deletion records the row", async () => {
  const { admin, pack, ...t } = await open();
  const { status, body, headers } = await admin.remove("products", pack);
  expect({ status, body }).toEqual({ status: 200, body: { success: true } });
  const line = changesOf(t, "products").at(-1);
  expect(line).toMatchObject({ action: "delete", rowId: pack, before: { name: "Premium Pack" } });
  expect(headers.get("X-Change-Set")).toBe(String(line?.id));
  expect(await admin.remove("products", pack)).toMatchObject(UNKNOWN_ROW);
});
