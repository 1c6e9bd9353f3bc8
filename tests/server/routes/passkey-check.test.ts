import { describe, expect, test } from "vitest";
import { users } from "../../../db/schema.ts";
import {
  answerOf,
  PASSKEYS_PATH as KEYS,
  recordPasskeyCheck,
  signInWith,
  storePasskey,
} from "../../support/authenticator.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { openDesk, press, requestsToRefund } from "../../support/desk-shop.ts";
import { MINUTE_MS, signIn } from "../../support/shop.ts";
import { newestChange, signInAdmin } from "../../support/table-calls.ts";

const STALE = { status: 403, reason: "passkey_stale" };

type Opened = ReturnType<typeof openStale>;

/** Opens a shop with the session of an administrator whose last check is 15 minutes old. */
function openStale() {
  const t = createTestApp();
  const admin = signInAdmin(t);
  const other = signInAdmin(t, "other@example.com");
  const listed = signIn(t, "listed@example.com");
  storePasskey(t, admin.userId);
  // A user whom ADMIN_EMAILS makes an administrator.
  storePasskey(t, listed.userId);
  recordPasskeyCheck(t, admin);
  t.clock.advance(15 * MINUTE_MS);
  return { ...t, admin, other, listed };
}

const usersOf = ({ db }: Pick<Opened, "db">) => db.select().from(users).all();

describe("15 minutes after the last check", () => {
  test("refunds, rights and passkeys need another check", async () => {
    const desk = await openDesk();
    const { admin, clock, orderId } = desk;
    const key = storePasskey(desk, admin.userId);
    recordPasskeyCheck(desk, admin);
    clock.advance(15 * MINUTE_MS);
    const refund = () => press(admin, `orders/${orderId}/refund`, { values: { amount: 100 } });
    const isStale = { status: 403, body: { reason: STALE.reason } };
    expect(await refund()).toMatchObject(isStale);
    expect(requestsToRefund(desk)).toBe(0);
    expect(await answerOf(admin.post(`${KEYS}/challenge`, {}))).toMatchObject(STALE);
    expect(await answerOf(admin.post(KEYS, key.create({ challenge: "x" })))).toMatchObject(STALE);
    expect(await admin.call("DELETE", `${KEYS}/1`)).toMatchObject(isStale);
    expect(await admin.call("POST", "/api/admin/backups")).toMatchObject(isStale);
    const other = { email: "other@example.com", is_admin: true };
    expect(await admin.create("users", other)).toMatchObject(isStale);
    expect(await admin.change("users", 1, { is_admin: true })).toMatchObject(isStale);
    expect(await admin.change("users", admin.userId, { email: "me@example.com" })).toMatchObject(
      isStale,
    );
    // Other changes need no check.
    expect(await admin.change("users", admin.userId, { name: "Olga" })).toMatchObject({
      status: 200,
    });
    expect(await admin.call("PUT", `${KEYS}/1`, { body: { name: "Desk" } })).toMatchObject({
      status: 200,
    });

    const session = admin.cookies.get("session");
    expect(await signInWith(admin, key)).toMatchObject({ status: 200, user: { isAdmin: true } });
    expect(admin.cookies.get("session")).toBe(session);
    clock.advance(15 * MINUTE_MS - 1);
    expect(await refund()).toMatchObject({ status: 200 });
    expect(requestsToRefund(desk)).toBe(1);
  });

  const bulk = ({ admin, other, ...t }: Opened, request: object) =>
    admin.call("POST", "/api/tables/users/bulk", {
      body: {
        filter: { id__eq: String(other.userId) },
        expected: 1,
        sequence: newestChange(t),
        ...request,
      },
    });
  const WAYS: [what: string, (opened: Opened) => Promise<{ status: number; body: unknown }>][] = [
    ["deletes another one", ({ admin, other }) => admin.remove("users", other.userId)],
    [
      "takes the rights of another one",
      ({ admin, other }) => admin.change("users", other.userId, { is_admin: false }),
    ],
    ["deletes several", (opened) => bulk(opened, { action: "delete" })],
    [
      "changes several",
      (opened) => bulk(opened, { action: "update", values: { is_admin: false } }),
    ],
    [
      "imports one",
      ({ admin }) =>
        admin.call("POST", "/api/tables/users/import", {
          body: "email,is_admin\nnew@example.com,true\n",
          headers: { "Content-Type": "text/csv" },
        }),
    ],
    [
      "changes the email of one whom ADMIN_EMAILS lists",
      ({ admin, listed }) => admin.change("users", listed.userId, { email: "new@example.com" }),
    ],
    [
      "restores a deleted one",
      async ({ admin, other, ...t }) => {
        // `other` has no passkey.
        const { body } = await other.create("users", { email: "new@example.com", is_admin: true });
        await other.remove("users", body.id);
        return admin.call("POST", `/api/admin/change-sets/${newestChange(t)}/undo`);
      },
    ],
  ];
  test.each(WAYS)("an administrator no longer %s", async (_what, attempt) => {
    const opened = openStale();
    const before = usersOf(opened);
    expect(await attempt(opened)).toMatchObject({ status: 403, body: { reason: STALE.reason } });
    expect(usersOf(opened)).toEqual(before);
  });

  test("an administrator without a passkey needs no check", async () => {
    const { admin, clock, orderId } = await openDesk();
    clock.advance(15 * MINUTE_MS);
    const values = { amount: 100 };
    expect((await press(admin, `orders/${orderId}/refund`, { values })).status).toBe(200);
  });
});
