import { setImmediate } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { updateRow } from "../../../db/record.ts";
import { sessions, users } from "../../../db/schema.ts";
import { holdBody, send, type Sent } from "../../support/held-body.ts";
import { createTestApp, type TestApp } from "../../support/create-test-app.ts";
import { type Administrator, newestChange, signInAdmin } from "../../support/table-calls.ts";
import { type Random, seededRandom } from "../../lab/torture/random.ts";

const MOST_TURNS = 4;

type Way = (t: TestApp, other: Administrator) => Sent;

const json = (method: "POST" | "PUT", path: string, body: object): Sent => ({
  method,
  path,
  body: JSON.stringify(body),
  headers: { "Content-Type": "application/json" },
});

const bulk =
  (action: "update" | "delete"): Way =>
  (t, { userId }) =>
    json("POST", "/api/tables/users/bulk", {
      action,
      filter: { id: String(userId) },
      expected: 1,
      sequence: newestChange(t),
      values: { is_admin: false },
    });

/** All ways to revoke another administrator's rights. */
const WAYS: Way[] = [
  (_t, { userId }) => json("PUT", `/api/tables/users/${userId}`, { is_admin: false }),
  (_t, { userId }) => ({ method: "DELETE", path: `/api/tables/users/${userId}` }),
  bulk("update"),
  bulk("delete"),
  (_t, { userId }) => ({
    method: "POST",
    path: "/api/tables/users/import",
    body: `id,is_admin\n${userId},false\n`,
    headers: { "Content-Type": "text/csv" },
  }),
  (t, { userId }) => {
    const author = { actor: "admin:0", now: t.clock.now() };
    t.db.write((tx) => {
      updateRow(tx, users, userId, { isAdmin: false }, author);
      updateRow(tx, users, userId, { isAdmin: true }, author);
    });
    return { method: "POST", path: `/api/admin/change-sets/${newestChange(t)}/undo` };
  },
];

/** Yields to the event loop for a random number of turns. */
async function pass(random: Random): Promise<void> {
  for (let turns = random.between(0, MOST_TURNS); turns > 0; turns--) await setImmediate();
}

/**
 * Lets two administrators remove each other concurrently, with both request bodies held back.
 * Returns the statuses and the number of remaining administrators.
 */
async function race(t: TestApp, random: Random) {
  const pair = ["first", "second"].map((name) => signInAdmin(t, `${name}@example.com`));
  const sent = pair.toReversed().map((other) => {
    const way = WAYS[random.between(0, WAYS.length - 1)];
    if (!way) throw new Error("There is no such way.");
    return way(t, other);
  });
  const calls = pair.map(async (admin, which) => {
    const { body, ...head } = sent[which] ?? { method: "DELETE", path: "/" };
    await pass(random);
    if (body === undefined) return send(admin, head);
    const held = holdBody(body);
    const answer = send(admin, { ...head, body: held.stream });
    // The server responds without reading the body if this administrator was already removed.
    await Promise.race([held.asked, answer]);
    await pass(random);
    held.release();
    return answer;
  });
  const answers = await Promise.all(calls);
  const left = t.db.select().from(users).where(eq(users.isAdmin, true)).all().length;
  t.db.delete(sessions).run();
  t.db.delete(users).run();
  return { statuses: answers.map(({ status }) => status), left };
}

/** Tests that one removal succeeds per race and the other administrator loses the rights. */
export function testMutualRemoval({ races, seed }: { races: number; seed: number }): void {
  test(`one of two administrators who remove each other remains, in ${races} races (seed ${seed})`, async () => {
    const t = createTestApp();
    const random = seededRandom(seed);
    for (let nth = 0; nth < races; nth++) {
      const { statuses, left } = await race(t, random);
      expect({ nth, statuses: statuses.toSorted((a, b) => a - b), left }).toEqual({
        nth,
        statuses: [200, expect.toBeOneOf([401, 403])],
        left: 1,
      });
    }
  }, 300_000);
}
