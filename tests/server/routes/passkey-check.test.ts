import { describe, expect, test } from "vitest";
import { answerOf, proveSession, signInWith, storePasskey } from "../../support/authenticator.ts";
import { openDesk, press, requestsToRefund } from "../../support/desk-shop.ts";
import { MINUTE_MS } from "../../support/shop.ts";

const KEYS = "/api/admin/passkeys";
const STALE = { status: 403, reason: "passkey_stale" };

describe("15 minutes after the last check", () => {
  test("no money, rights or passkeys change until it is given again", async () => {
    const desk = await openDesk();
    const { admin, clock, orderId } = desk;
    const key = storePasskey(desk, admin.userId);
    proveSession(desk, admin);
    clock.advance(15 * MINUTE_MS);
    const refund = () => press(admin, `orders/${orderId}/refund`, { values: { amount: 100 } });
    const isStale = { status: 403, body: { reason: STALE.reason } };
    expect(await refund()).toMatchObject(isStale);
    expect(requestsToRefund(desk)).toBe(0);
    expect(await answerOf(admin.post(`${KEYS}/challenge`, {}))).toMatchObject(STALE);
    expect(await answerOf(admin.post(KEYS, key.create({ challenge: "x" })))).toMatchObject(STALE);
    expect(await admin.call("DELETE", `${KEYS}/1`)).toMatchObject(isStale);
    const other = { email: "other@example.com", is_admin: true };
    expect(await admin.create("users", other)).toMatchObject(isStale);
    expect(await admin.change("users", 1, { is_admin: true })).toMatchObject(isStale);
    expect(await admin.change("users", admin.userId, { email: "me@example.com" })).toMatchObject(
      isStale,
    );
    // Other changes go on.
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

  test("an administrator without a passkey goes on", async () => {
    const { admin, clock, orderId } = await openDesk();
    clock.advance(15 * MINUTE_MS);
    const values = { amount: 100 };
    expect((await press(admin, `orders/${orderId}/refund`, { values })).status).toBe(200);
  });
});
