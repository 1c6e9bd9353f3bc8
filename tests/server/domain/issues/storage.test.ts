import { describe, expect, test } from "vitest";
import type { Finding } from "../../../../server/domain/issues/finding.ts";
import {
  backupFinding,
  databaseFinding,
  diskFinding,
  filesFinding,
} from "../../../../server/domain/issues/storage.ts";
import { sha256 } from "../../../support/catalogue.ts";
import type { DiskUse } from "../../../../server/ports/health.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { DAY_MS, HOUR_MS } from "../../../support/money.ts";

const GB = 1e9;
const ROOM: DiskUse = {
  free: 50 * GB,
  total: 80 * GB,
  freeFiles: null,
  database: 2e6,
  log: 1e6,
  files: 400e6,
};

const said = ({ state, text }: Finding) => `${state}: ${text}`;

test.each([
  [{}, /^ok: 50 GB of 80 GB is free. The shop uses 403 MB: database 3.0 MB, files 400 MB.$/],
  [{ free: 0.9 * GB }, /^warn: 900 MB of 80 GB/],
  // Not enough free space for a backup.
  [{ free: 20 * GB, files: 30 * GB }, /^warn/],
  [{ free: 0.1 * GB }, /^bad: 100 MB/],
  [{ freeFiles: 12 }, /^bad: .* Only 12 more files fit/],
])("a disk with %j", (patch, expected) => {
  expect(said(diskFinding({ ...ROOM, ...patch }))).toMatch(expected);
});

test.each([
  ["full", /^bad: The store hasn't been able to save anything for 2 hours: the disk is full/],
  ["read_only", /read-only/],
  ["locked", /another program keeps the database locked/],
  ["failed", /disk of the database fails/],
] as const)("a database that is %s", (problem, expected) => {
  const { deps, clock } = createTestApp();
  deps.checkWrites = () => ({ problem, since: new Date(clock.now().getTime() - 2 * HOUR_MS) });
  const finding = databaseFinding(deps);
  expect(said(finding)).toMatch(expected);
  expect(finding.todo).toMatch(/\S/);
});

describe("stored files", () => {
  test("are looked at by the newest of them", async () => {
    const shop = createTestApp();
    expect(said(await filesFinding(shop.deps))).toBe("ok: No files are stored yet.");
    await shop.addProduct({ name: "Pack", contents: ["%PDF-1.7 one", "%PDF-1.7 two"] });
    expect(said(await filesFinding(shop.deps))).toBe(
      "ok: The newest file is complete and on the disk.",
    );
    await shop.deps.files.remove(sha256("%PDF-1.7 two"));
    expect(said(await filesFinding(shop.deps))).toMatch(
      /^bad: The newest file is missing on the disk/,
    );
  });

  test("in a bucket that does not answer are told as what buyers miss", async () => {
    const shop = createTestApp();
    await shop.addProduct({ name: "Pack", contents: ["%PDF-1.7 one"] });
    shop.deps.files = { ...shop.deps.files, has: () => Promise.reject(new Error("No answer.")) };
    expect(said(await filesFinding(shop.deps))).toMatch(/^bad: .* buyers can't download/);
  });
});

describe("a backup", () => {
  type Archive = { ageMs?: number; missing?: number };
  type State = { failure?: { at: Date; text: string } | null; keep?: number };

  async function told(newest: Archive | null, { failure = null, keep = 7 }: State = {}) {
    const { deps, clock } = createTestApp();
    const { ageMs = 0, missing = 0 } = newest ?? {};
    const at = new Date(clock.now().getTime() - ageMs);
    const archive = { name: "a", path: "a", at, bytes: 5e6, isByHand: false, missing };
    deps.backups = {
      ...deps.backups,
      list: async () => (newest ? [archive] : []),
      state: () => ({ isUnderWay: false, failure }),
    };
    deps.config.backupsKept = keep;
    return said(await backupFinding(deps));
  }

  const failure = { at: new Date("2026-11-21T09:00:00Z"), text: "The disk is full." };

  test("that is young is well", async () => {
    expect(await told({ ageMs: 5 * HOUR_MS })).toMatch(
      /^ok: The last one is 5 hours old and takes up 5.0 MB/,
    );
  });

  test("that is late, lacks files or failed since is told", async () => {
    expect(await told({ ageMs: 2 * DAY_MS })).toMatch(/^bad: The last one is 2 days old/);
    expect(await told({ missing: 2 })).toMatch(/^bad: .* lacks 2 stored files/);
    expect(await told({ ageMs: 5 * HOUR_MS }, { failure })).toMatch(/^bad: .* The disk is full/);
    expect(await told(null, { failure })).toMatch(/^bad/);
  });

  test("that failed and was made since is well", async () => {
    expect(await told({ ageMs: HOUR_MS / 2 }, { failure })).toMatch(/^ok/);
  });

  test("of a new store, and of one that makes none, is no alarm", async () => {
    expect(await told(null)).toMatch(/^unknown: There is none yet/);
    expect(await told(null, { keep: 0 })).toMatch(
      /^warn: There is none yet. Automatic backups are off/,
    );
    expect(await told({ ageMs: HOUR_MS }, { keep: 0 })).toMatch(/^unknown/);
  });
});
