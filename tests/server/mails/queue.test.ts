import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { emails } from "../../../db/schema.ts";
import {
  claimMail,
  markFailed,
  markSent,
  releaseClaims,
  retryPauseMs,
  type Email,
} from "../../../server/mails/queue.ts";
import { queueMail } from "../../../server/domain/queue-mail.ts";
import { createTestApp, type TestApp } from "../../support/create-test-app.ts";

const SUBJECT = "s";
const LEASE_MS = 120_000;

function queue(t: TestApp, uniqueKey: string, recipient = `${uniqueKey}@example.com`) {
  t.db.write((tx) => queueMail(tx, newMail(t, { uniqueKey, recipient })));
}

const newMail = (t: TestApp, { uniqueKey = "k", recipient = "a@b.co" }) => ({
  uniqueKey,
  kind: "contact_suspects" as const,
  recipient,
  about: { day: "2026-11-21" },
  author: { actor: "test", now: t.clock.now() },
});

const row = (t: TestApp, id = 1) => t.db.select().from(emails).all()[id - 1];

function claim(t: TestApp): Email {
  const email = claimMail(t.deps);
  if (!email) throw new Error("No mail is due.");
  return email;
}

describe("queueing", () => {
  test("a key that was queued before queues nothing, whoever it is for", () => {
    const t = createTestApp();
    queue(t, "one");
    queue(t, "one", "other@example.com");
    expect(t.db.select().from(emails).all()).toMatchObject([
      { uniqueKey: "one", recipient: "one@example.com", status: "queued", attempts: 0 },
    ]);
  });

  test("is undone with the transaction that it belongs to", () => {
    const t = createTestApp();
    const mail = newMail(t, {});
    const failing = () =>
      t.db.write((tx) => {
        queueMail(tx, mail);
        throw new Error("no order");
      });
    expect(failing).toThrow("no order");
    expect(t.db.select().from(emails).all()).toEqual([]);
  });

  test("gives each mail a Message-ID of its own", () => {
    const t = createTestApp();
    for (let i = 0; i < 50; i++) queue(t, `k${i}`);
    const ids = t.db
      .select()
      .from(emails)
      .all()
      .map((email) => email.messageId);
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) expect(id).toMatch(/^<[\w-]+@[\w.-]+>$/);
  });
});

describe("claiming", () => {
  test("takes the mail that has been due longest, once", () => {
    const t = createTestApp();
    queue(t, "first");
    t.clock.advance(1);
    queue(t, "second");
    expect([claim(t).uniqueKey, claim(t).uniqueKey]).toEqual(["first", "second"]);
    expect(claimMail(t.deps)).toBeUndefined();
  });

  test("takes a mail that its sender has left behind before one that was queued later", () => {
    const t = createTestApp();
    queue(t, "left behind");
    claim(t);
    t.clock.advance(LEASE_MS);
    queue(t, "later");
    expect([claim(t).uniqueKey, claim(t).uniqueKey]).toEqual(["left behind", "later"]);
  });

  test("gives up so many at once that nobody waits for long, and goes on in the next round", () => {
    const t = createTestApp();
    const expiresAt = t.clock.now();
    t.db.write((tx) => {
      for (let i = 0; i < 201; i++) {
        queueMail(tx, { ...newMail(t, { uniqueKey: `over ${i}` }), expiresAt });
      }
    });
    queue(t, "good");
    const given = () => t.db.select().from(emails).where(eq(emails.status, "dead")).all().length;
    expect([claimMail(t.deps), given()]).toEqual([undefined, 200]);
    expect([claim(t).uniqueKey, given()]).toEqual(["good", 201]);
  });

  test("takes nothing before its time", () => {
    const t = createTestApp();
    queue(t, "later");
    markFailed(t.deps, claim(t), { reason: "busy", jitter: 1 });
    t.clock.advance(29_999);
    expect(claimMail(t.deps)).toBeUndefined();
    t.clock.advance(1);
    expect(claim(t)).toMatchObject({ attempts: 2, status: "sending" });
  });

  test("gives a mail to one of many senders", () => {
    const t = createTestApp();
    for (let i = 0; i < 20; i++) queue(t, `k${i}`);
    const claimed = Array.from({ length: 40 }, () => claimMail(t.deps)?.uniqueKey);
    const given = claimed.filter((key) => key !== undefined);
    expect(given).toHaveLength(20);
    expect(new Set(given).size).toBe(20);
  });

  test("takes a mail again when its sender has been gone for longer than the lease", () => {
    const t = createTestApp();
    queue(t, "k");
    const first = claim(t);
    t.clock.advance(LEASE_MS - 1);
    expect(claimMail(t.deps)).toBeUndefined();
    t.clock.advance(1);
    const second = claim(t);
    expect(second).toMatchObject({ id: first.id, attempts: 2, messageId: first.messageId });
  });
});

describe("a failed try", () => {
  test("is noted with its reason, and the Message-ID stays through all of them", () => {
    const t = createTestApp();
    queue(t, "k");
    const { messageId } = claim(t);
    markFailed(t.deps, { ...(row(t) as Email) }, { reason: "451 busy", jitter: 0 });
    expect(row(t)).toMatchObject({ status: "queued", attempts: 1, lastError: "451 busy" });
    expect(row(t)).toMatchObject({ leaseUntil: null, sentAt: null, messageId });
    t.clock.advance(15_000);
    expect(claim(t).messageId).toBe(messageId);
  });

  test("is tried 22 times, then given up for good with its last reason", () => {
    const t = createTestApp();
    queue(t, "k");
    const pauses: number[] = [];
    for (let i = 1; i <= 22; i++) {
      const email = claim(t);
      expect(email.attempts).toBe(i);
      markFailed(t.deps, email, { reason: `no ${i}`, jitter: 1 });
      const pause = (row(t)?.nextAttemptAt.getTime() ?? 0) - t.clock.now().getTime();
      pauses.push(pause / 1000);
      t.clock.advance(pause);
    }
    expect(pauses.slice(0, 11)).toEqual([
      30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 14_400, 14_400,
    ]);
    expect(row(t)).toMatchObject({ status: "dead", attempts: 22, lastError: "no 22" });
    t.clock.advance(365 * 86_400_000);
    expect(claimMail(t.deps)).toBeUndefined();
  });

  test("whose sender vanishes each time counts too: after 22 the mail is given up", () => {
    const t = createTestApp();
    queue(t, "k");
    for (let i = 1; i <= 22; i++) {
      expect(claim(t).attempts).toBe(i);
      t.clock.advance(LEASE_MS);
    }
    expect(claimMail(t.deps)).toBeUndefined();
    expect(row(t)).toMatchObject({ status: "dead", attempts: 22, lastError: expect.any(String) });
  });

  test("keeps no more than 500 characters of a long reason", () => {
    const t = createTestApp();
    queue(t, "k");
    markFailed(t.deps, claim(t), { reason: "x".repeat(5000), jitter: 0 });
    expect(row(t)?.lastError).toHaveLength(500);
  });

  test.each([1, 2, 5, 9, 10, 50, 2000])(
    "number %d pauses between half and all of its time",
    (attempts) => {
      const full = Math.min(30_000 * 2 ** (attempts - 1), 4 * 3_600_000);
      expect(retryPauseMs(attempts, 0)).toBe(full / 2);
      expect(retryPauseMs(attempts, 1)).toBe(full);
      expect(retryPauseMs(attempts, 0.5)).toBe(full * 0.75);
    },
  );
});

describe("a sent mail", () => {
  test("keeps what it said and when, and is never taken again", () => {
    const t = createTestApp();
    queue(t, "k");
    markFailed(t.deps, claim(t), { reason: "busy", jitter: 0 });
    t.clock.advance(30_000);
    markSent(t.deps, claim(t), SUBJECT);
    expect(row(t)).toMatchObject({
      subject: SUBJECT,
      status: "sent",
      sentAt: t.clock.now(),
      leaseUntil: null,
      lastError: null,
      attempts: 2,
    });
    t.clock.advance(365 * 86_400_000);
    expect(claimMail(t.deps)).toBeUndefined();
  });

  test("stays sent when a sender whose lease ran out reports a failure after all", () => {
    const t = createTestApp();
    queue(t, "k");
    const slow = claim(t);
    t.clock.advance(LEASE_MS);
    markSent(t.deps, claim(t), SUBJECT);
    markFailed(t.deps, slow, { reason: "timed out", jitter: 0 });
    expect(row(t)).toMatchObject({ status: "sent", lastError: null });
  });

  test("that is being sent again by another is not handed to a third", () => {
    const t = createTestApp();
    queue(t, "k");
    const slow = claim(t);
    t.clock.advance(LEASE_MS);
    claim(t);
    markFailed(t.deps, slow, { reason: "timed out", jitter: 0 });
    t.clock.advance(30_000);
    expect(claimMail(t.deps)).toBeUndefined();
  });
});

test("a restart lets claimed mails go at once, and counts no try against them", () => {
  const t = createTestApp();
  queue(t, "k");
  for (let restart = 0; restart < 20; restart++) {
    expect(claim(t).attempts).toBe(1);
    expect(claimMail(t.deps)).toBeUndefined();
    releaseClaims(t.deps);
  }
  markSent(t.deps, claim(t), SUBJECT);
  releaseClaims(t.deps);
  expect(row(t)).toMatchObject({ status: "sent", attempts: 1 });
});
