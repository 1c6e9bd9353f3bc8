import { describe, expect, test } from "vitest";
import { passkeys } from "../../../db/passkey-schema.ts";
import { orders, users } from "../../../db/schema.ts";
import { TABLES } from "../../../server/domain/tables/registry.ts";
import { requirePasskeyFor } from "../../../server/domain/tables/write.ts";
import { adminAuthor } from "../../support/admin-author.ts";
import { recordPasskeyCheck, signInWith, storePasskey } from "../../support/authenticator.ts";
import { callsOfApp } from "../../support/call-table.ts";
import { CHANGING_CALLS, keepBackups, NEW_CODE } from "../../support/changing-calls.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { type Desk, openDesk, refundOrder, requestsToRefund } from "../../support/desk-shop.ts";
import { MINUTE_MS, signIn } from "../../support/shop.ts";
import { changeSettings } from "../../support/shop-settings.ts";
import { type Administrator, newestChange, signInAdmin } from "../../support/table-calls.ts";

const LIMIT = { timeout: 120_000 };
const IS_STALE = { status: 403, reason: "passkey_stale" };

/** Calls and actions that need a recent passkey check. */
const CHECKED_CALLS = [
  "DELETE /api/admin/backups/{name}",
  "DELETE /api/admin/passkeys/{id}",
  "GET /api/admin/backups/{name}",
  "POST /api/admin/backups",
  "POST /api/admin/order-import",
  "POST /api/admin/order-import/tell",
  "POST /api/admin/order-import/undo",
  "POST /api/admin/passkeys",
  "POST /api/admin/passkeys/challenge",
  "order_items/refund_line",
  "orders/correct_email",
  "orders/refund",
  "users/delete_account",
  "webhook_endpoints/replace_secret",
];
/** Calls that need it only for some columns (`CHECKED_COLUMNS`), rows or codes. */
const CHECKED_SOMETIMES = [
  "DELETE /api/tables/{table}/{id}",
  "POST /api/admin/change-sets/{id}/undo",
  "POST /api/discounts",
  "POST /api/tables/{table}",
  "POST /api/tables/{table}/bulk",
  "POST /api/tables/{table}/import",
  "PUT /api/tables/{table}/{id}",
];
/** Columns whose change needs it: addresses, rights, and scripts that pages load. */
const CHECKED_COLUMNS = [
  "contact_submissions.email",
  "orders.email",
  "settings.gtm_id",
  "settings.meta_pixel_id",
  "settings.pinterest_tag_id",
  "settings.posthog_key",
  "settings.posthog_region",
  "settings.support_email",
  "subscription_records.email",
  "subscription_records.user_id",
  "users.email",
  "users.is_admin",
  "webhook_endpoints.url",
];

const ACTION = "POST /api/tables/{table}/{id}/actions/{action}";
/** Lists the calls and actions of administrators. */
const listNames = () => [
  ...callsOfApp()
    .filter(({ name, access }) => access === "admin" && name !== ACTION)
    .map(({ name }) => name),
  ...[...TABLES.values()].flatMap(({ name, actions }) =>
    actions.map((action) => `${name}/${action.name}`),
  ),
];

type Request = { method: string; path: string; body?: BodyInit; headers?: Record<string, string> };

/** Returns a request of a call that changes nothing. */
async function readingRequest(desk: Desk, name: string): Promise<Request> {
  const [method = "", path = ""] = name.split(" ");
  const backup = await keepBackups(desk);
  const filled = { "{table}": "users", "{id}": "1", "{name}": backup };
  const parts = path.split("/").map((part) => filled[part as keyof typeof filled] ?? part);
  return { method, path: parts.join("/") };
}

/** Gives the administrator a passkey, and a session whose last check is 15 minutes old. */
function age(desk: Desk): void {
  const { admin, clock, db } = desk;
  if (db.select().from(passkeys).all().length === 0) storePasskey(desk, admin.userId);
  recordPasskeyCheck(desk, admin);
  clock.advance(15 * MINUTE_MS);
}

async function send({ admin }: Desk, { method, path, body, headers }: Request) {
  const init = { method, headers: { Origin: "http://localhost:3000", ...headers } };
  const answer = await admin.send(path, { ...init, ...(body && { body }) });
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
  const { reason } = isJson ? ((await answer.json()) as { reason?: string }) : {};
  if (!isJson) await answer.body?.cancel();
  return { status: answer.status, reason };
}

describe("a session whose passkey check is 15 minutes old", () => {
  test("must check again for these calls and actions only", LIMIT, async () => {
    const asking = [];
    const readingDesk = await openDesk();
    for (const name of listNames()) {
      // Tables and codes depend on their values.
      if (CHECKED_SOMETIMES.includes(name)) continue;
      const changing = CHANGING_CALLS.find((each) => each.name === name);
      const desk = changing ? await openDesk() : readingDesk;
      const request = await (changing ? changing.prepare(desk) : readingRequest(desk, name));
      age(desk);
      const before = newestChange(desk);
      const stale = await send(desk, request);
      if (stale.reason !== IS_STALE.reason) continue;
      asking.push(name);
      expect([name, stale, newestChange(desk)]).toEqual([name, IS_STALE, before]);
      recordPasskeyCheck(desk, desk.admin);
      expect([name, (await send(desk, request)).reason]).not.toEqual([name, IS_STALE.reason]);
    }
    expect(asking.toSorted()).toEqual(CHECKED_CALLS);
    expect(CHECKED_SOMETIMES.filter((name) => !listNames().includes(name))).toEqual([]);
  });

  test("columns with addresses, rights and scripts cannot be changed", () => {
    const t = createTestApp();
    let asked = false;
    const author = { ...adminAuthor(t), requirePasskey: () => void (asked = true) };
    const asks = [...TABLES.values()].flatMap((definition) =>
      [...definition.columns.values()]
        .filter(({ field }) => !definition.readOnly && !field.readOnly && !field.createOnly)
        .filter(({ name }) => {
          asked = false;
          const states = { before: { [name]: "before" }, after: { [name]: "after" } };
          t.db.write((tx) => requirePasskeyFor(tx, { definition, author }, states));
          return asked;
        })
        .map(({ name, field }) => ({ name: `${definition.name}.${name}`, field })),
    );
    expect(asks.map(({ name }) => name).toSorted()).toEqual(CHECKED_COLUMNS);
    const emails = [...TABLES.values()].flatMap(({ name: table, readOnly, columns }) =>
      [...columns.values()]
        .filter(({ field }) => !readOnly && !field.readOnly && field.format === "email")
        .map(({ name }) => `${table}.${name}`),
    );
    expect(emails.filter((name) => !CHECKED_COLUMNS.includes(name))).toEqual([]);
  });

  test.each([
    ["support_email", "thief@example.com"],
    ["gtm_id", "GTM-THIEF"],
  ])("the setting %s cannot be changed in any way", async (name, value) => {
    const desk = await openDesk();
    const { admin } = desk;
    changeSettings(desk, {});
    const changed = await admin.change("settings", 1, { [name]: value });
    const undo = changed.headers.get("X-Change-Set");
    age(desk);
    const isStale = { status: 403, body: { reason: IS_STALE.reason } };
    const body = { [name]: "" };
    expect(await admin.change("settings", 1, body)).toMatchObject(isStale);
    const sequence = newestChange(desk);
    const bulk = { action: "update", filter: {}, expected: 1, sequence, values: body };
    expect(await admin.call("POST", "/api/tables/settings/bulk", { body: bulk })).toMatchObject(
      isStale,
    );
    expect(
      await admin.call("POST", "/api/tables/settings/import", {
        body: `id,${name}\n1,\n`,
        headers: { "Content-Type": "text/csv" },
      }),
    ).toMatchObject(isStale);
    expect(await admin.call("POST", `/api/admin/change-sets/${undo}/undo`)).toMatchObject(isStale);
    expect(newestChange(desk)).toBe(sequence);
    expect(await admin.change("settings", 1, { hours: "9 to 5" })).toMatchObject({ status: 200 });
  });

  test("an order's email is not changed in its row either", async () => {
    const desk = await openDesk();
    age(desk);
    const email = "thief@example.com";
    expect(await desk.admin.change("orders", desk.orderId, { email })).toMatchObject({
      status: 403,
      body: { reason: IS_STALE.reason },
    });
    expect(desk.db.select().from(orders).all()).toMatchObject([{ email: "buyer@example.com" }]);
  });

  test.each([
    ["100 %", { percentOff: 100 }],
    ["a rounded 100 %", { percentOff: 99.99 }],
    ["the whole price of a product", { percentOff: null, amountOff: 3700 }],
  ])("a discount code of %s is not created", async (_what, off) => {
    const desk = await openDesk();
    age(desk);
    const made = (body: object) =>
      desk.admin.call<object>("POST", "/api/discounts", { body: { ...NEW_CODE, ...body } });
    expect(await made(off)).toMatchObject({ status: 403, body: { reason: IS_STALE.reason } });
    expect(desk.simulator.context.store.list("promotion_code")).toEqual([]);
    expect(await made({ code: "HALF" })).toMatchObject({ status: 201 });
    recordPasskeyCheck(desk, desk.admin);
    expect(await made(off)).toMatchObject({ status: 201 });
  });
});

test("a check in the same session allows refunds for 15 minutes", async () => {
  const desk = await openDesk();
  const { admin, clock } = desk;
  const key = storePasskey(desk, admin.userId);
  age(desk);
  expect(await refundOrder(desk, 100)).toMatchObject({ status: 403 });
  expect(requestsToRefund(desk)).toBe(0);
  const session = admin.cookies.get("session");
  expect(await signInWith(admin, key)).toMatchObject({ status: 200, user: { isAdmin: true } });
  expect(admin.cookies.get("session")).toBe(session);
  clock.advance(15 * MINUTE_MS - 1);
  expect(await refundOrder(desk, 100)).toMatchObject({ status: 200 });
  expect(requestsToRefund(desk)).toBe(1);
});

test("an administrator without a passkey needs no check", async () => {
  const desk = await openDesk();
  desk.clock.advance(15 * MINUTE_MS);
  expect((await refundOrder(desk, 100)).status).toBe(200);
});

describe("a stale session", () => {
  const LISTED = "listed@example.com";
  /** `other` has no passkey. `listed` is in ADMIN_EMAILS, `former` has a passkey but no rights. */
  type World = {
    desk: Desk;
    admin: Administrator;
    other: Administrator;
    listed: number;
    former: number;
  };
  type Way = [what: string, attempt: (world: World) => Promise<{ status: number; body: unknown }>];

  const bulk = ({ desk, admin, other }: World, request: object) => {
    const filter = { id__eq: String(other.userId) };
    const body = { filter, expected: 1, sequence: newestChange(desk), ...request };
    return admin.call("POST", "/api/tables/users/bulk", { body });
  };
  const rights = (is_admin: boolean) => ({ email: "new@example.com", is_admin });
  const WAYS: Way[] = [
    ["add an administrator", ({ admin }) => admin.create("users", rights(true))],
    ["delete another one", ({ admin, other }) => admin.remove("users", other.userId)],
    [
      "take the rights of another one",
      ({ admin, other }) => admin.change("users", other.userId, { is_admin: false }),
    ],
    ["delete several", (world) => bulk(world, { action: "delete" })],
    ["change several", (world) => bulk(world, { action: "update", values: { is_admin: false } })],
    [
      "import one",
      ({ admin }) =>
        admin.call("POST", "/api/tables/users/import", {
          body: "email,is_admin\nnew@example.com,true\n",
          headers: { "Content-Type": "text/csv" },
        }),
    ],
    [
      "restore a deleted one",
      async ({ desk, admin, other }) => {
        const { body } = await other.create("users", rights(true));
        await other.remove("users", body.id);
        return admin.call("POST", `/api/admin/change-sets/${newestChange(desk)}/undo`);
      },
    ],
    [
      "move itself",
      ({ admin }) => admin.change("users", admin.userId, { email: "me@example.com" }),
    ],
    [
      "change the email of a user with a passkey",
      ({ admin, former }) => admin.change("users", former, { email: "new@example.com" }),
    ],
    [
      "move one of ADMIN_EMAILS",
      ({ admin, listed }) => admin.change("users", listed, { email: "me@example.com" }),
    ],
    ["delete one of ADMIN_EMAILS", ({ admin, listed }) => admin.remove("users", listed)],
    [
      "create one of ADMIN_EMAILS",
      ({ admin }) => admin.create("users", { email: "next@example.com" }),
    ],
  ];
  test.each(WAYS)("cannot %s", async (_what, attempt) => {
    const desk = await openDesk();
    Object.assign(desk.deps.config, { adminEmails: [LISTED, "next@example.com"] });
    const other = signInAdmin(desk, "other@example.com");
    const former = signIn(desk, "former@example.com").userId;
    storePasskey(desk, former);
    const listed = (await desk.admin.create("users", { email: LISTED })).body.id;
    storePasskey(desk, desk.admin.userId);
    age(desk);
    const before = desk.db.select().from(users).all();
    expect(await attempt({ desk, admin: desk.admin, other, listed, former })).toMatchObject({
      status: 403,
      body: { reason: IS_STALE.reason },
    });
    expect(desk.db.select().from(users).all()).toEqual(before);
  });
});
