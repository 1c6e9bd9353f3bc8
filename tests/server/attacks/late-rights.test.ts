import { existsSync, readdirSync } from "node:fs";
import { like } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { users } from "../../../db/schema.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { TABLES } from "../../../server/domain/tables/registry.ts";
import { callsOfApp } from "../../support/call-table.ts";
import { CHANGING_CALLS } from "../../support/changing-calls.ts";
import { holdBody, send, type Sent } from "../../support/held-body.ts";
import { type Desk, openDesk, providersRefunds } from "../../support/desk-shop.ts";
import { newestChange, signInAdmin } from "../../support/table-calls.ts";
import { addOrders } from "../../support/table-world.ts";

const LIMIT = { timeout: 60_000 };
/** Tables that a refused request may change. */
const UNRELATED: unknown[] = ["rate_limits", "sessions", "passkey_challenges"];
const NO_RIGHTS = { status: 403, reason: "not_admin" };

/** Returns the store's content, except administrator rights and the tables in `UNRELATED`. */
async function contentOf({ db, simulator, deps }: Desk) {
  const tables = db.sqlite
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
  const isKept = (name: unknown) => !UNRELATED.includes(name);
  const rows = tables
    .filter(isKept)
    .map((name) => db.sqlite.prepare<[], Record<string, unknown>>(`SELECT * FROM "${name}"`).all());
  const folder = pathsOf(deps.config.dataDir).files;
  return {
    rows: rows.flat().map((row) => ({ ...row, is_admin: undefined })),
    given: providersRefunds({ simulator }),
    files: existsSync(folder) ? readdirSync(folder) : [],
    backups: (await deps.backups.list()).map(({ name }) => name),
  };
}

/** Sets the administrator's rights directly in the database, as another process would. */
const setRights = ({ db, admin }: Desk, isAdmin: boolean) =>
  void db.sqlite
    .prepare("UPDATE users SET is_admin = ? WHERE id = ?")
    .run(isAdmin ? 1 : 0, admin.userId);

/**
 * Sends a request and revokes the administrator's rights just before its nth write; returns the
 * response.
 */
async function sendAndLose(desk: Desk, sent: Sent, nth: number) {
  const { write } = desk.db;
  let writes = 0;
  const lose = () => {
    writes += 1;
    if (writes === nth) setRights(desk, false);
  };
  const { find } = desk.deps.backups;
  const spies = [
    vi.spyOn(desk.db, "write").mockImplementation((work) => {
      lose();
      return write(work);
    }),
    vi.spyOn(desk.deps.backups, "find").mockImplementation((name) => {
      lose();
      return find(name);
    }),
  ];
  const answer = await send(desk.admin, sent);
  for (const spy of spies) spy.mockRestore();
  return answer;
}

/** Like `sendAndLose`, but revokes while the body arrives; undefined for calls without a body. */
async function sendLate(desk: Desk, sent: Sent) {
  const held = holdBody(sent.body);
  const answer = send(desk.admin, { ...sent, body: held.stream });
  if (!(await Promise.race([held.asked.then(() => true), answer.then(() => false)]))) {
    return undefined;
  }
  setRights(desk, false);
  held.release();
  return answer;
}

const isAction = (name: string) => !name.includes(" ");

test("every administrator call that changes data is tested here", () => {
  const readsOnly = [
    "POST /api/admin/content/markdown",
    "POST /api/admin/content/preview",
    "POST /api/admin/order-import/preview",
    "POST /api/admin/order-import/try",
    "POST /api/admin/passkeys/challenge",
    "POST /api/tables/{table}/import/preview",
  ];
  const changing = callsOfApp()
    .filter(({ method, access }) => method !== "GET" && access === "admin")
    .map(({ name }) => name);
  const actions = [...TABLES.values()].flatMap(({ name, actions: all }) =>
    all.filter(({ run }) => run).map((action) => `${name}/${action.name}`),
  );
  expect(CHANGING_CALLS.map(({ name }) => name).toSorted()).toEqual(
    [
      ...changing.filter(
        (name) => !readsOnly.includes(name) && !name.endsWith("/actions/{action}"),
      ),
      ...actions,
      "POST /api/forms/submit",
    ].toSorted(),
  );
});

describe("an administrator who is removed during a request", () => {
  test.each(CHANGING_CALLS)("changes nothing by $name", LIMIT, async ({ name, prepare }) => {
    const desk = await openDesk();
    const sent = await prepare(desk);
    const before = await contentOf(desk);

    if (sent.body !== undefined) {
      expect(await sendLate(desk, sent)).toMatchObject(NO_RIGHTS);
      expect(await contentOf(desk)).toEqual(before);
      setRights(desk, true);
    }

    // The first write of an action stores its idempotency key.
    for (const nth of isAction(name) ? [1, 2] : [1]) {
      expect(await sendAndLose(desk, sent, nth)).toMatchObject(NO_RIGHTS);
      // Uploaded bytes may already be stored, but no row refers to them.
      expect({ ...(await contentOf(desk)), files: before.files }).toEqual(before);
      setRights(desk, true);
    }

    const answer = send(desk.admin, sent);
    await vi.waitFor(async () => expect(await contentOf(desk)).not.toEqual(before), LIMIT);
    // The test mail request responds only after the mail was sent.
    await desk.settle();
    expect(await answer).toMatchObject({ reason: undefined });
  });
});

describe("an administrator who is removed during long work", () => {
  const names = Array.from({ length: 510 }, (_, nth) => `visitor-${nth}@example.com`);
  const csv = (emails: string[]): Sent => ({
    method: "POST",
    path: "/api/tables/users/import",
    body: `email\n${emails.join("\n")}\n`,
    headers: { "Content-Type": "text/csv" },
  });
  const bulk = (desk: Desk): Sent => ({
    method: "POST",
    path: "/api/tables/users/bulk",
    body: JSON.stringify({
      action: "delete",
      filter: { email__contains: "visitor" },
      expected: 60,
      sequence: newestChange(desk),
    }),
    headers: { "Content-Type": "application/json" },
  });
  const visitorsIn = ({ db }: Desk) => db.$count(users, like(users.email, "visitor-%"));

  test.each<[string, number, (desk: Desk, changeSet: unknown) => Sent]>([
    ["an import", 0, () => csv(names.slice(0, 60))],
    ["a bulk change", 60, bulk],
    [
      "a large undo",
      510,
      (_desk, set) => ({ method: "POST", path: `/api/admin/change-sets/${set}/undo` }),
    ],
  ])("stops %s after its step, which can be undone", LIMIT, async (_name, before, way) => {
    const desk = await openDesk();
    const second = signInAdmin(desk, "second@example.com");
    const imported = before > 0 && (await send(second, csv(names.slice(0, before))));
    const sent = way(desk, imported && imported.body["changeSet"]);
    desk.db.onCommit(() => setRights(desk, false));

    const answer = await send(desk.admin, sent);
    expect(answer).toMatchObject({ ...NO_RIGHTS, body: { changeSet: expect.any(Number) } });
    // A step has at most 50 rows, and fewer if they take long.
    const done = Math.abs((await visitorsIn(desk)) - before);
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThanOrEqual(50);

    const undo = `/api/admin/change-sets/${String(answer.body["changeSet"])}/undo`;
    expect(await send(second, { method: "POST", path: undo })).toMatchObject({ status: 200 });
    expect(await visitorsIn(desk)).toBe(before);
  });

  test("reads no page that is ready afterwards", async () => {
    const desk = await openDesk();
    const { run } = desk.deps.reads;
    vi.spyOn(desk.deps.reads, "run").mockImplementationOnce(async (...job) => {
      const page = await run(...job);
      setRights(desk, false);
      return page;
    });
    expect(await desk.admin.call("GET", "/api/tables/orders")).toMatchObject({
      status: 403,
      body: { reason: "not_admin" },
    });
  });

  test("reads no further in an export", async () => {
    const desk = await openDesk();
    addOrders(desk, 2000);
    const { body } = await desk.admin.get("/api/tables/orders/export");
    const reader = body?.getReader();
    await reader?.read();
    setRights(desk, false);
    const readOn = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(readOn()).rejects.toMatchObject({ reason: "not_admin" });
  });
});
