import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { passkeyChanges, passkeys } from "../../../db/passkey-schema.ts";
import { changes } from "../../../db/schema.ts";
import type { Needs } from "../../../server/contract/admin-answers.ts";
import {
  answerOf,
  createAuthenticator,
  me,
  openWithPasskey,
  PASSKEY_REFUSED as REFUSED,
  PASSKEYS_PATH as KEYS,
  schemas,
  signInWith,
} from "../../support/authenticator.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { press } from "../../support/desk-shop.ts";
import { MINUTE_MS } from "../../support/shop.ts";
import { signedIn } from "../../support/sign-in.ts";
import { type Caller, changesOf, signInAdmin } from "../../support/table-calls.ts";

const OWNER = "owner@example.com";
const STALE_SIGN_IN = { status: 403, reason: "sign_in_stale" };

type Opened = ReturnType<typeof openWithPasskey>;

const newestUserChange = (t: Pick<Opened, "db">) => changesOf(t, "users").at(-1)?.id;

describe("the passkeys of an administrator", () => {
  type Created = [what: string, overrides: object];
  const WRONG: Created[] = [
    ["another origin", { origin: "https://evil.example" }],
    ["another site", { rpId: "evil.example" }],
    ["an unknown challenge", { challenge: "b".repeat(43) }],
    ["no user verification", { flags: 0x01 }],
  ];
  test.each(WRONG)("are not added with %s", async (_what, overrides) => {
    const t = createTestApp();
    const admin = signInAdmin(t);
    const { body } = await admin.call<{ challenge: string }>("POST", `${KEYS}/challenge`);
    const answer = await answerOf(admin.post(KEYS, createAuthenticator().create(body, overrides)));
    expect(answer).toMatchObject(REFUSED);
    expect(t.db.select().from(passkeys).all()).toEqual([]);
  });

  test("are added, renamed and removed, and the changes are recorded", async () => {
    const t = createTestApp();
    const admin = signInAdmin(t);
    const key = createAuthenticator();
    const { body } = await admin.call<{ challenge: string }>("POST", `${KEYS}/challenge`);
    const added = await admin.call("POST", KEYS, {
      body: key.create(body),
      headers: { "User-Agent": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/130.0" },
    });
    const createdAt = t.clock.now().toISOString();
    const row = { id: 1, name: "Chrome on Mac", createdAt, lastUsedAt: null };
    expect(added).toMatchObject({ status: 201, body: [row] });
    // Adding a passkey counts as a check in that session.
    expect(await schemas(admin)).toMatchObject({ status: 200 });
    expect(await answerOf(admin.post(KEYS, key.create(body)))).toMatchObject(REFUSED);
    const again = await admin.call<{ challenge: string }>("POST", `${KEYS}/challenge`);
    expect(again.body).toMatchObject({ excludeCredentials: [{ id: key.id }] });
    expect(await answerOf(admin.post(KEYS, key.create(again.body)))).toMatchObject({
      reason: "taken",
    });

    const unnamed = await admin.call("PUT", `${KEYS}/1`, { body: { name: " " } });
    expect(unnamed).toMatchObject({
      status: 422,
      body: { errors: { name: [expect.any(String)] } },
    });
    const named = await admin.call("PUT", `${KEYS}/1`, { body: { name: " Desk " } });
    expect(named).toMatchObject({ status: 200, body: [{ ...row, name: "Desk" }] });
    const phone = openBrowser(t);
    expect(await signInWith(phone, key)).toMatchObject({ status: 200 });
    expect(await admin.call("GET", KEYS)).toMatchObject({ body: [{ lastUsedAt: createdAt }] });
    expect(await admin.call("DELETE", `${KEYS}/1`)).toMatchObject({ status: 200, body: [] });
    // A lost device may be signed in.
    expect(await me(phone)).toMatchObject({ status: 401 });
    expect(await me(admin)).toMatchObject({ status: 200 });
    const actor = `admin:${admin.userId}`;
    const history = t.db.select().from(changes).where(eq(changes.tableName, "passkeys")).all();
    expect(history).toMatchObject([
      { action: "insert", actor },
      { action: "update", actor },
      { action: "delete", actor },
    ]);
    // Without passkeys, a code is enough again.
    expect(await schemas(await signedIn(t, OWNER))).toMatchObject({ status: 200 });
  });

  test("cannot be listed, renamed or removed by another administrator", async () => {
    const t = openWithPasskey();
    const other = signInAdmin(t, "other@example.com");
    expect(await other.call("GET", KEYS)).toMatchObject({ body: [] });
    const renamed = await other.call("PUT", `${KEYS}/1`, { body: { name: "Mine" } });
    expect(renamed.status).toBe(404);
    expect((await other.call("DELETE", `${KEYS}/1`)).status).toBe(404);
    expect((await other.call("DELETE", `${KEYS}/x`)).status).toBe(404);
    expect(t.db.select().from(passkeys).all()).toMatchObject([{ name: "Laptop" }]);
  });

  test("the first one needs a sign-in of the last 15 minutes", async () => {
    const t = createTestApp();
    const admin = signInAdmin(t);
    t.clock.advance(15 * MINUTE_MS - 1);
    const { body } = await admin.call<{ challenge: string }>("POST", `${KEYS}/challenge`);
    const key = createAuthenticator().create(body);
    t.clock.advance(1);
    expect(await answerOf(admin.post(`${KEYS}/challenge`, {}))).toMatchObject(STALE_SIGN_IN);
    expect(await answerOf(admin.post(KEYS, key))).toMatchObject(STALE_SIGN_IN);
    expect(t.db.select().from(passkeys).all()).toEqual([]);
    expect(t.db.select().from(passkeyChanges).all()).toEqual([]);
    const again = await signedIn(t, OWNER);
    expect(await answerOf(again.post(`${KEYS}/challenge`, {}))).toMatchObject({ status: 200 });
  });

  test("a sign-in that becomes too old during the request adds none", async () => {
    const t = createTestApp();
    const admin = signInAdmin(t);
    t.clock.advance(15 * MINUTE_MS - 1);
    const { body } = await admin.call<{ challenge: string }>("POST", `${KEYS}/challenge`);
    const { write } = t.db;
    let writes = 0;
    // The first write deletes the challenge; the second adds the passkey.
    const spy = vi.spyOn(t.db, "write").mockImplementation((work) => {
      if (++writes === 2) t.clock.advance(1);
      return write(work);
    });
    onTestFinished(() => spy.mockRestore());
    const answer = await answerOf(admin.post(KEYS, createAuthenticator().create(body)));
    expect(answer).toMatchObject(STALE_SIGN_IN);
    expect(t.db.select().from(passkeys).all()).toEqual([]);
  });

  test("each added or removed one is mailed, and needs attention until acknowledged", async () => {
    const t = createTestApp();
    const admin = signInAdmin(t);
    const { body } = await admin.call<{ challenge: string }>("POST", `${KEYS}/challenge`);
    await admin.call("POST", KEYS, { body: createAuthenticator().create(body) });
    await admin.call("DELETE", `${KEYS}/1`);
    await t.settle();
    expect(t.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [OWNER, expect.stringContaining("a passkey was added")],
      [OWNER, expect.stringContaining("a passkey was removed")],
    ]);
    const needs = async () => (await admin.call<Needs>("GET", "/api/admin/needs")).body;
    expect(await needs()).toMatchObject({
      total: 2,
      groups: [{ kind: "passkey_changes", rows: [{ id: 2 }, { id: 1 }] }],
    });
    const acknowledge = (id: number) => press(admin, `passkey_changes/${id}/acknowledge`);
    expect(await acknowledge(1)).toMatchObject({ status: 200 });
    expect(await acknowledge(1)).toMatchObject({ status: 409 });
    expect(await needs()).toMatchObject({ total: 1, groups: [{ rows: [{ id: 2 }] }] });
  });

  const TAKEN: [what: string, take: (other: Caller, id: number) => Promise<object>][] = [
    ["email is changed", (other, id) => other.change("users", id, { email: "new@example.com" })],
    ["account is deleted", (other, id) => other.remove("users", id)],
  ];
  test.each(TAKEN)(
    "their removal is mailed when the administrator's %s by another one",
    async (_what, take) => {
      const t = openWithPasskey();
      const other = signInAdmin(t, "other@example.com");
      expect(await take(other, t.admin.userId)).toMatchObject({ status: 200 });
      expect(t.db.select().from(passkeys).all()).toEqual([]);
      await t.settle();
      const { to, text } = t.mails.at(-1) ?? {};
      expect([to, text]).toEqual([OWNER, expect.stringContaining("“Laptop”")]);
      const undo = await other.call("POST", `/api/admin/change-sets/${newestUserChange(t)}/undo`);
      expect(undo).toMatchObject({ status: 200 });
    },
  );
});
