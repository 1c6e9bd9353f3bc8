import { describe, expect, test } from "vitest";
import { type Desk, openDesk, providersRefunds } from "../../support/desk-shop.ts";
import { emailsOf } from "../../support/money.ts";
import { newestChange } from "../../support/table-calls.ts";

const PRODUCT = { name: "Mazes", slug: "mazes", price: 100, type: "digital" };

type Call = { method: string; path: string; body?: unknown; headers?: Record<string, string> };

/** One call of each kind of work: one transaction, many, and effects outside the database. */
function callsOf({ orderId }: Desk): Record<string, Call> {
  const csv = { body: "name,price\r\nPuzzles,100\r\n", headers: { "Content-Type": "text/csv" } };
  const action = `/api/tables/orders/${orderId}/actions/send_again`;
  return {
    create: { method: "POST", path: "/api/tables/products", body: PRODUCT },
    import: { method: "POST", path: "/api/tables/products/import", ...csv },
    mail: { method: "POST", path: action, body: {} },
  };
}

const send = ({ admin }: Desk, { method, path, body, headers }: Call, key: string) =>
  admin.call(method, path, { body, headers: { ...headers, "Idempotency-Key": key } });

/** Returns the state that these calls can change. */
const stateOf = (desk: Desk) => ({
  change: newestChange(desk),
  mails: emailsOf(desk).length,
  given: providersRefunds(desk),
});

describe.each(["create", "import", "mail"])("%s", (name) => {
  const callOf = (desk: Desk) => callsOf(desk)[name] ?? { method: "", path: "" };

  test("refuses a key that it can't use, before anything happens", async () => {
    const desk = await openDesk();
    const before = stateOf(desk);
    for (const key of ["", '""', "two words", '"two words"', "k".repeat(256), "clé", "tab\tbed"]) {
      expect([key, await send(desk, callOf(desk), key)]).toMatchObject([
        key,
        { status: 400, body: { reason: "key_invalid" } },
      ]);
    }
    expect(stateOf(desk)).toEqual(before);
  });
});

test.each(["my-key-1", '8e03978e"40d5', "k".repeat(255)])(
  "the key %s makes one row, quoted or not",
  async (key) => {
    const desk = await openDesk();
    const create = callsOf(desk)["create"] ?? { method: "", path: "" };
    const first = await send(desk, create, key);
    expect(first).toMatchObject({ status: 201 });
    for (const same of [key, `"${key}"`]) {
      expect(await send(desk, create, same)).toMatchObject({ status: 201, body: first.body });
    }
  },
);
