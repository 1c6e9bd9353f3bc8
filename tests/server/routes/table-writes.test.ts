import { describe, expect, test } from "vitest";
import type { TableRow } from "../../../server/contract/tables.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { changesOf, newestChange, signInAdmin } from "../../support/table-calls.ts";

const NEW = { name: "Mazes", slug: "mazes", price: 900, type: "digital" };

async function open() {
  const t = createTestApp();
  const pack = await t.addProduct({ name: "Premium Pack", price: 3700, position: 3 });
  const admin = signInAdmin(t);
  return { ...t, pack, admin };
}

const refusal = (status: number, reason: string) => ({ status, body: { reason } });

test("a new row has its defaults, and what it is undone by", async () => {
  const { admin, ...t } = await open();
  const { status, body, headers } = await admin.create("products", {
    ...NEW,
    badge: " ",
    price: "900",
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ...NEW,
    version: 1,
    badge: null,
    list_price: null,
    images: [],
    features: [],
    active: true,
    currency: "usd",
    description: "",
    position: 0,
  });
  expect(headers.get("ETag")).toBe('"v1"');
  const line = changesOf(t, "products").at(-1);
  expect(line).toMatchObject({
    action: "insert",
    actor: `admin:${admin.userId}`,
    rowId: body.id,
    setId: null,
  });
  expect(headers.get("X-Change-Set")).toBe(String(line?.id));
});

describe("a change", () => {
  test("names some fields and leaves all others", async () => {
    const { admin, pack, ...t } = await open();
    const { status, body, headers } = await admin.change("products", pack, {
      price: 4100,
      badge: "",
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Premium Pack", price: 4100, position: 3, version: 2 });
    expect(headers.get("ETag")).toBe('"v2"');
    expect(changesOf(t, "products").at(-1)).toMatchObject({
      before: { price: 3700 },
      after: { price: 4100 },
    });
    const list = await (await admin.get("/api/products")).json();
    expect(list).toMatchObject([{ price: 4100 }]);
  });

  test("may carry the whole row, and of equal values leaves the row as it is", async () => {
    const { admin, pack, ...t } = await open();
    const { body: row } = await admin.change("products", pack, {});
    const before = newestChange(t);
    const again = await admin.change("products", pack, row);
    expect(again).toMatchObject({ status: 200, body: row });
    expect(again.headers.has("X-Change-Set")).toBe(false);
    expect(newestChange(t)).toBe(before);
    expect(await admin.change("products", pack, { ...row, price: 100 })).toMatchObject({
      body: { price: 100, version: 2 },
    });
  });

  test.each(['"v1"', 'W/"v1"', '"v7", "v1"', "*"])(
    "is made of the version that If-Match names: %s",
    async (tag) => {
      const { admin, pack } = await open();
      expect(
        await admin.change("products", pack, { price: 100 }, { "If-Match": tag }),
      ).toMatchObject({ status: 200 });
    },
  );

  test.each(['"v2"', "v1", '"1"', ""])(
    "of another version than %j is answered with the row as it is",
    async (tag) => {
      const { admin, pack, ...t } = await open();
      const before = newestChange(t);
      for (const call of [
        admin.change("products", pack, { price: 100 }, { "If-Match": tag }),
        admin.remove("products", pack, { "If-Match": tag }),
      ]) {
        expect(await call).toMatchObject({
          status: 412,
          body: {
            code: "version_mismatch",
            current: { id: pack, price: 3700, version: 1 },
            changedBy: "test",
            changedAt: "2026-11-21T10:00:00.000Z",
          },
        });
      }
      expect(newestChange(t)).toBe(before);
    },
  );
});

test("a deletion keeps what the row held", async () => {
  const { admin, pack, ...t } = await open();
  const { status, body, headers } = await admin.remove("products", pack);
  expect({ status, body }).toEqual({ status: 200, body: { success: true } });
  const line = changesOf(t, "products").at(-1);
  expect(line).toMatchObject({ action: "delete", rowId: pack, before: { name: "Premium Pack" } });
  expect(headers.get("X-Change-Set")).toBe(String(line?.id));
  expect(await admin.remove("products", pack)).toMatchObject(refusal(404, "unknown_row"));
});

test("200 races of two administrators on one row overwrite nothing silently", async () => {
  const { admin, pack, ...t } = await open();
  const other = signInAdmin(t, "second@example.com");
  let { body: row } = await admin.change("products", pack, {});
  let won = 0;
  let refused = 0;
  for (let race = 1; race <= 200; race++) {
    const match = { "If-Match": `"v${row.version}"` };
    const answers = await Promise.all([
      admin.change("products", pack, { price: 100 + 2 * race }, match),
      other.change("products", pack, { price: 100 + 2 * race + 1 }, match),
    ]);
    const winner = answers.find(({ status }) => status === 200);
    const loser = answers.find(({ status }) => status === 412);
    won += Number(winner !== undefined);
    const current = loser?.body["current"] as unknown as TableRow | undefined;
    refused += Number(current !== undefined && current["price"] === winner?.body["price"]);
    row = winner?.body ?? row;
  }
  expect({ won, refused }).toEqual({ won: 200, refused: 200 });
  const lines = changesOf(t, "products").slice(1);
  expect(lines).toHaveLength(200);
  // Each change was made of what its sender had seen.
  lines.slice(1).forEach((line, index) => expect(line.before).toEqual(lines[index]?.after));
});
