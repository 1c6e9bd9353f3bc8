import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { emails } from "../../../db/schema.ts";
import * as queue from "../../../server/mails/queue.ts";
import { queueMail } from "../../../server/domain/mails/queue-mail.ts";
import { backoffMs } from "../../../server/contract/time.ts";
import { createTestApp } from "../../support/create-test-app.ts";

const LEASE_MS = 120_000;
const YEAR_MS = 365 * 86_400_000;

/** Opens a mail queue that contains mails with these unique keys. */
function openQueue(...keys: string[]) {
  const { db, deps, clock } = createTestApp();
  const add = (uniqueKey: string, { expiresAt, recipient = "a@b.co" }: Partial<Added> = {}) =>
    db.write((tx) =>
      queueMail(tx, {
        uniqueKey,
        kind: "contact_suspects",
        recipient,
        about: { day: "2026-11-21" },
        author: { actor: "test", now: clock.now() },
        ...(expiresAt && { expiresAt }),
      }),
    );
  const rows = () => db.select().from(emails).all();
  const tryClaim = () => queue.claimMail(deps);
  const claim = () => {
    const email = tryClaim();
    if (!email) throw new Error("No mail is due.");
    return email;
  };
  const fail = (email = claim(), reason = "busy", jitter = 0) =>
    queue.markFailed(deps, email, { reason, jitter });
  const send = () => queue.markSent(deps, claim(), "s");
  for (const key of keys) add(key);
  return { db, deps, clock, add, rows, tryClaim, claim, fail, send };
}
type Added = { recipient: string; expiresAt: Date };

describe("queueing", () => {
  test("a key that was queued before queues nothing, for any recipient", () => {
    const { add, rows } = openQueue("one");
    add("one", { recipient: "other@example.com" });
    expect(rows()).toMatchObject([
      { uniqueKey: "one", recipient: "a@b.co", status: "queued", attempts: 0 },
    ]);
  });

  test("gives each mail a Message-ID of its own", () => {
    const { rows } = openQueue(...Array.from({ length: 50 }, (_, n) => `k${n}`));
    const ids = rows().map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) expect(id).toMatch(/^<[\w-]+@[\w.-]+>$/);
  });
});

describe("claiming", () => {
  test("gives each mail to one sender, those first that have been due longest", () => {
    const { add, claim, tryClaim, clock } = openQueue("left behind");
    claim();
    clock.advance(LEASE_MS);
    for (let n = 0; n < 20; n++) {
      add(`k${n}`);
      clock.advance(1);
    }
    const claimed = Array.from({ length: 21 }, () => claim().uniqueKey);
    expect(claimed).toEqual(["left behind", ...Array.from({ length: 20 }, (_, n) => `k${n}`)]);
    expect(tryClaim()).toBeUndefined();
  });

  test("gives up so many at once that no mail waits for long, and goes on in the next round", () => {
    const { db, add, claim, tryClaim, clock } = openQueue();
    for (let n = 0; n < 201; n++) add(`over ${n}`, { expiresAt: clock.now() });
    add("good");
    const given = () => db.select().from(emails).where(eq(emails.status, "dead")).all().length;
    expect([tryClaim(), given()]).toEqual([undefined, 200]);
    expect([claim().uniqueKey, given()]).toEqual(["good", 201]);
  });

  test("takes nothing before its time", () => {
    const { fail, claim, tryClaim, clock } = openQueue("later");
    fail(claim(), "busy", 1);
    clock.advance(29_999);
    expect(tryClaim()).toBeUndefined();
    clock.advance(1);
    expect(claim()).toMatchObject({ attempts: 2, status: "sending" });
  });

  test("takes a mail again when its sender has been gone for longer than the lease", () => {
    const { claim, tryClaim, clock } = openQueue("k");
    const { id, messageId } = claim();
    clock.advance(LEASE_MS - 1);
    expect(tryClaim()).toBeUndefined();
    clock.advance(1);
    expect(claim()).toMatchObject({ id, attempts: 2, messageId });
  });
});

describe("a failed try", () => {
  test("is noted with its reason, of which 500 characters are kept; the Message-ID stays", () => {
    const { rows, claim, fail, clock } = openQueue("k");
    const first = claim();
    fail(first, "451 busy".padEnd(5000, "."));
    const { messageId } = first;
    const lastError = "451 busy".padEnd(500, ".");
    const waiting = { status: "queued", attempts: 1, leaseUntil: null, sentAt: null };
    expect(rows()).toMatchObject([{ ...waiting, lastError, messageId }]);
    clock.advance(15_000);
    expect(claim().messageId).toBe(messageId);
  });

  test("is tried 22 times, then given up for good with its last reason", () => {
    const { rows, claim, tryClaim, fail, clock } = openQueue("k");
    const pauses: number[] = [];
    for (let n = 1; n <= 22; n++) {
      const email = claim();
      expect(email.attempts).toBe(n);
      fail(email, `no ${n}`, 1);
      const pause = (rows()[0]?.nextAttemptAt.getTime() ?? 0) - clock.now().getTime();
      pauses.push(pause / 1000);
      clock.advance(pause);
    }
    const rising = [30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 14_400, 14_400];
    expect(pauses.slice(0, 11)).toEqual(rising);
    expect(rows()).toMatchObject([{ status: "dead", attempts: 22, lastError: "no 22" }]);
    clock.advance(YEAR_MS);
    expect(tryClaim()).toBeUndefined();
  });

  test("whose sender vanishes each time counts too: after 22 the mail is given up", () => {
    const { rows, claim, tryClaim, clock } = openQueue("k");
    for (let n = 1; n <= 22; n++) {
      expect(claim().attempts).toBe(n);
      clock.advance(LEASE_MS);
    }
    expect(tryClaim()).toBeUndefined();
    expect(rows()).toMatchObject([{ status: "dead", attempts: 22, lastError: expect.any(String) }]);
  });

  test.each([1, 2, 5, 9, 10, 50, 2000])(
    "number %d pauses between half and all of its time",
    (attempts) => {
      const full = Math.min(30_000 * 2 ** (attempts - 1), 4 * 3_600_000);
      const pauses = [0, 0.5, 1].map((jitter) => backoffMs(attempts - 1, queue.MAIL_RETRY, jitter));
      expect(pauses).toEqual([full / 2, full * 0.75, full]);
    },
  );
});

describe("a sent mail", () => {
  test("keeps what it said and when, and is never taken again", () => {
    const { rows, tryClaim, fail, send, clock } = openQueue("k");
    fail();
    clock.advance(30_000);
    send();
    const ended = { status: "sent", sentAt: clock.now(), leaseUntil: null, lastError: null };
    expect(rows()).toMatchObject([{ ...ended, subject: "s", attempts: 2 }]);
    clock.advance(YEAR_MS);
    expect(tryClaim()).toBeUndefined();
  });

  test("stays sent when a sender whose lease ran out reports a failure after all", () => {
    const { rows, claim, fail, send, clock } = openQueue("k");
    const slow = claim();
    clock.advance(LEASE_MS);
    send();
    fail(slow);
    expect(rows()).toMatchObject([{ status: "sent", lastError: null }]);
  });

  test("that is being sent again by another is not handed to a third", () => {
    const { claim, tryClaim, fail, clock } = openQueue("k");
    const slow = claim();
    clock.advance(LEASE_MS);
    claim();
    fail(slow);
    clock.advance(30_000);
    expect(tryClaim()).toBeUndefined();
  });
});

test("a restart lets claimed mails go at once, and counts no try against them", () => {
  const { deps, rows, claim, tryClaim, send } = openQueue("k");
  for (let restart = 0; restart < 20; restart++) {
    expect(claim().attempts).toBe(1);
    expect(tryClaim()).toBeUndefined();
    queue.releaseClaims(deps);
  }
  send();
  queue.releaseClaims(deps);
  expect(rows()).toMatchObject([{ status: "sent", attempts: 1 }]);
});
