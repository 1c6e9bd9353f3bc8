import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { CheckName } from "../../../server/contract/health.ts";
import type { Shop } from "./shop.ts";

/** What can happen to a store at work, and be over again. */
export type Mishap = {
  name: string;
  /** The line of the health page that tells of it. */
  line: CheckName;
  /** What a checkout is answered meanwhile. */
  checkout: number;
  /** How many answers may take longer than a second. */
  slowAnswers: number;
  /** It is believed at the second look. */
  isSlowToSee?: boolean;
  prepare: () => Promise<Place>;
};

type Place = {
  /** Where the data folder is made; anywhere when left out. */
  folder?: string;
  /** The payment provider's clock. */
  now?: () => Date;
  /** Lets it happen; gives what ends it. */
  harm: (shop: Shop) => Promise<() => Promise<void>>;
  remove: () => Promise<void>;
};

const MB = 1024 * 1024;
const DISK_MB = 300;
const FAST_MS = 6 * 60_000;
const NOTHING = async () => {};

/** A file system in memory, which is full when a file takes all its room. Needs root. */
const full: Mishap = {
  name: "the disk is full",
  line: "database",
  checkout: 503,
  slowAnswers: 0,
  async prepare() {
    const folder = mkdtempSync(join(tmpdir(), "papercub-disk-"));
    await run("mount", "-t", "tmpfs", "-o", `size=${DISK_MB}m`, "papercub-faults", folder);
    const ballast = join(folder, "ballast");
    return {
      folder,
      async harm() {
        fill(ballast);
        return async () => rmSync(ballast);
      },
      async remove() {
        await run("umount", "-l", folder);
        rmSync(folder, { recursive: true });
      },
    };
  },
};

/** Another connection keeps the write lock, as a tool does that was left open. */
const locked: Mishap = {
  name: "the database is locked",
  line: "database",
  checkout: 503,
  // One write waits for it in full, and holds up what is asked at that moment: once.
  slowAnswers: 8,
  isSlowToSee: true,
  async prepare() {
    return {
      async harm({ dataDir }) {
        const other = new Database(dataDir.database);
        other.exec("BEGIN IMMEDIATE");
        return async () => {
          other.exec("ROLLBACK");
          other.close();
        };
      },
      remove: NOTHING,
    };
  },
};

/**
 * Every write to a file fails with EROFS, as after a file system went read-only: one with open files can't
 * be mounted so again. Needs strace, and the right to trace.
 */
const readOnly: Mishap = {
  name: "the disk is read-only",
  line: "database",
  checkout: 503,
  slowAnswers: 0,
  async prepare() {
    return {
      async harm({ store }) {
        const calls = "pwrite64,pwritev,ftruncate,fallocate,unlink,rename,mkdir";
        const inject = ["-e", `trace=${calls}`, "-e", `inject=${calls}:error=EROFS`];
        const words = ["strace", "-f", "-qq", "-p", String(store.pid), ...inject];
        const tracer = Bun.spawn([...words, "-o", "/dev/null"], {
          stdio: ["ignore", "ignore", "inherit"],
        });
        return async () => {
          tracer.kill("SIGINT");
          await tracer.exited;
        };
      },
      remove: NOTHING,
    };
  },
};

/** The provider's clock falls behind by six minutes, which is this machine's being ahead. */
const fast: Mishap = {
  name: "the clock is 6 minutes fast",
  line: "clock",
  checkout: 200,
  slowAnswers: 0,
  async prepare() {
    let behindMs = 0;
    return {
      now: () => new Date(Date.now() - behindMs),
      async harm() {
        behindMs = FAST_MS;
        return async () => {
          behindMs = 0;
        };
      },
      remove: NOTHING,
    };
  },
};

export const MISHAPS: Mishap[] = [full, locked, readOnly, fast];

/** Writes a file until its file system has no room left for a single byte. */
function fill(path: string): void {
  const file = openSync(path, "w");
  for (let bytes = MB; bytes >= 1; bytes = Math.floor(bytes / 2)) {
    const part = Buffer.alloc(bytes);
    try {
      for (;;) writeSync(file, part);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    }
  }
  closeSync(file);
}

async function run(...words: string[]): Promise<void> {
  const child = Bun.spawn(words, { stdio: ["ignore", "ignore", "pipe"] });
  const said = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`${words[0]}: ${said.trim()}`);
}
