import { expect, test } from "vitest";
import { createTestApp } from "../../support/create-test-app.ts";
import { newestChange, signInAdmin } from "../../support/table-calls.ts";

const NEW = { name: "Mazes", slug: "mazes", price: 900, type: "digital" };

async function open() {
  const t = createTestApp();
  const pack = await t.addProduct({ name: "Premium Pack", price: 3700 });
  return { ...t, pack, admin: signInAdmin(t) };
}

type Refusal = [what: string, method: string, path: string, body: unknown, expected: unknown];
const FIELD = (field: string, text: string) => ({
  status: 422,
  body: { code: "invalid", message: text, errors: { [field]: [text] } },
});
const refusal = (status: number, reason: string) => ({ status, body: { reason } });
/** A body that holds an empty list in so many others. */
const nested = (field: string, levels: number) =>
  `{"${field}":${"[".repeat(levels)}${"]".repeat(levels)}}`;
const REFUSALS: Refusal[] = [
  ["an unknown table", "POST", "/nosuch", NEW, refusal(404, "unknown_table")],
  ["an unknown table", "PUT", "/nosuch/1", {}, refusal(404, "unknown_table")],
  ["a table that is hidden", "POST", "/sessions", {}, refusal(404, "unknown_table")],
  ["an unknown row", "PUT", "/products/99", {}, refusal(404, "unknown_row")],
  ["an unknown row", "DELETE", "/products/99", undefined, refusal(404, "unknown_row")],
  ["an id that is none", "PUT", "/products/1e1", {}, refusal(404, "unknown_row")],
  ["a table to look at", "POST", "/emails", {}, refusal(403, "read_only_table")],
  ["a body that is no JSON", "POST", "/products", "{", refusal(400, "malformed")],
  ["a list", "PUT", "/products/1", [NEW], refusal(400, "malformed")],
  ["nothing", "POST", "/products", "null", refusal(400, "malformed")],
  ["lists in lists", "PUT", "/products/1", nested("features", 120_000), refusal(400, "malformed")],
  ["lists in an id", "PUT", "/products/1", nested("id", 120_000), refusal(400, "malformed")],
  ["300 kB", "PUT", "/products/1", { badge: "x".repeat(300_000) }, refusal(413, "too_large")],
  ["10 MB", "POST", "/products", { ...NEW, name: "x".repeat(10e6) }, refusal(413, "too_large")],
  ["an unknown field", "PUT", "/products/1", { hue: 1 }, FIELD("hue", "This field is unknown.")],
  ["a prototype", "PUT", "/products/1", '{"__proto__":{"price":1}}', refusal(422, "invalid")],
  ["an id", "PUT", "/products/1", { id: 2 }, FIELD("id", "ID cannot be changed.")],
  [
    "a version",
    "POST",
    "/products",
    { ...NEW, version: 9 },
    FIELD("version", "Version cannot be changed."),
  ],
  ["no name", "POST", "/products", { ...NEW, name: "  " }, FIELD("name", "Name is required")],
  [
    "a text for a price",
    "PUT",
    "/products/1",
    { price: "dear" },
    FIELD("price", "Price (cents) must be a number"),
  ],
  [
    "a price that cannot be paid",
    "PUT",
    "/products/1",
    { price: 19 },
    FIELD(
      "price",
      "Price (cents) must be 0 or at least 50: the payment provider charges at least $0.50",
    ),
  ],
  [
    "a price that the new currency has no part for",
    "PUT",
    "/products/1",
    { price: 3705, currency: "kwd" },
    FIELD(
      "price",
      "Price (cents) must be a multiple of 10: the payment provider accepts no smaller steps in KWD",
    ),
  ],
  [
    "a currency in which the price is too little",
    "PUT",
    "/products/1",
    { currency: "huf" },
    FIELD(
      "price",
      "Price (cents) must be 0 or at least 17500: the payment provider charges at least HUF\u00A0175.00",
    ),
  ],
  [
    "an unknown currency",
    "PUT",
    "/products/1",
    { currency: "xyz" },
    FIELD("currency", "Currency is not accepted by the payment provider"),
  ],
  ...[
    "/api/logout",
    "/uploads/../api/logout.png",
    "javascript:alert(1)//x.png",
    "https://elsewhere.test/x.png",
  ].map((path): Refusal => [
    path,
    "PUT",
    "/products/1",
    { images: ["/pictures/pack-640.webp", path] },
    FIELD(
      "images",
      `“${path}” is not a picture of this shop. Please upload it: another site could change the picture and track your visitors.`,
    ),
  ]),
  [
    "a subscription without period",
    "PUT",
    "/products/1",
    { type: "subscription" },
    FIELD("billing_period", "Billing period is required"),
  ],
  [
    "a period of a product bought once",
    "PUT",
    "/products/1",
    { billing_period: "month" },
    FIELD("billing_period", "Billing period is only for subscriptions"),
  ],
  [
    "a name that is taken",
    "POST",
    "/products",
    { ...NEW, name: "Premium Pack" },
    { status: 409, body: { reason: "taken", errors: { name: ["Name is taken by another row."] } } },
  ],
  [
    "a reference to nothing",
    "POST",
    "/subscription_records",
    { user_id: 99, email: "a@example.com", session_id: "s" },
    FIELD("user_id", "Account does not exist"),
  ],
  [
    "a reference past all numbers",
    "POST",
    "/subscription_records",
    { user_id: 1e300, email: "a@example.com", session_id: "s" },
    FIELD("user_id", "Account must be an integer"),
  ],
];

test.each(REFUSALS)(
  "%s is refused, and nothing is stored: %s %s",
  async (_what, method, path, body, expected) => {
    const t = await open();
    const before = newestChange(t);
    const answer = await t.admin.call(method, `/api/tables${path}`, { body });
    expect(answer).toMatchObject(expected as object);
    expect(newestChange(t)).toBe(before);
  },
);
