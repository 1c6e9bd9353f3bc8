import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { migrate, schemaVersion } from "../../../db/migrate.ts";
import { migrations } from "../../../db/migrations/index.ts";
import { makeBackup } from "../../../server/backups/make-backup.ts";
import { readArchive } from "../../../server/backups/read-archive.ts";
import { restoreBackup, undoRestore } from "../../../server/backups/restore.ts";
import { loadConfig } from "../../../server/config.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { dropUnfinished } from "../../../server/data/data-swap.ts";
import { sell, soldIn, useStore } from "../../support/backup-shop.ts";
import { programCall } from "../../support/program.ts";
import { damages } from "./check.ts";
import { type Outcome, secondsSince } from "./shop.ts";

/** The system calls that change a disk. */
const CALLS =
  "write,pwrite64,writev,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,rmdir,mkdir".split(
    ",",
  );
const HOW = `strace was not found. This command kills a process at its system calls with it, on Linux alone.
Install it (Debian, Ubuntu: apt-get install strace; Fedora: dnf install strace) and try again.`;
const NEWEST = migrations.length;
const OLD_COPY = `before-schema-${NEWEST}.sqlite`;

/** Where everything stands, at the same place each time: kills are aimed by paths. */
type Place = ReturnType<typeof placeOf>;

const placeOf = (root: string) => ({
  root,
  data: join(root, "data"),
  archive: join(root, "backup.tar"),
  out: join(root, "out"),
  made: join(root, "out/made.tar"),
  config: loadConfig({ DEMO: "1", DATA_DIR: join(root, "data") }),
});

type Scenario = {
  name: string;
  words: (place: Place) => string[];
  /** Makes what stands there before. */
  prepare: (place: Place) => Promise<void>;
  /** What is wrong with what a kill has left. */
  check: (place: Place) => Promise<string[]>;
};

const OLD = "kept,since";
const RESTORED = "kept";

const SCENARIOS: Scenario[] = [
  {
    name: "backup",
    words: ({ made }) => ["backup", made],
    prepare: soldTwice,
    async check(place) {
      const found = await soldNow(place, [OLD]);
      // Parts are dropped later.
      const others = readdirSync(place.out).filter((name) => !/^\.[\w-]{36}\.part/.test(name));
      if (others.join() === "") return found;
      if (others.join() !== "made.tar") return [...found, `damaged: it left ${others.join()}`];
      const whole = await readArchive(place.made).then(() => [], damage);
      return [...found, ...whole];
    },
  },
  {
    name: "restore",
    words: ({ archive }) => ["restore", archive],
    prepare: soldTwice,
    async check(place) {
      const found = await soldNow(place, [OLD, RESTORED]);
      if ((await sold(place)) === OLD) return found;
      await undoRestore(place.config, new Date());
      return [...found, ...(await soldNow(place, [OLD]))];
    },
  },
  {
    name: "restore --undo",
    words: () => ["restore", "--undo"],
    async prepare(place) {
      await soldTwice(place);
      await restoreBackup(place.config, { file: place.archive, now: new Date() });
    },
    async check(place) {
      const found = await soldNow(place, [OLD, RESTORED]);
      const other = (await sold(place)) === OLD ? RESTORED : OLD;
      await undoRestore(place.config, new Date());
      return [...found, ...(await soldNow(place, [other]))];
    },
  },
  {
    name: "migration",
    words: () => ["admin", "add", "anna@example.com"],
    async prepare({ data }) {
      mkdirSync(data);
      const sqlite = new Database(pathsOf(data).database);
      migrate(sqlite, migrations.slice(0, NEWEST - 1));
      sqlite.close();
    },
    async check(place) {
      const { backups } = pathsOf(place.data);
      const copy = join(backups, OLD_COPY);
      const old = existsSync(copy) ? wrongCopy(copy) : [];
      const found = await useStore(place.config, ({ db }) => damages(db.sqlite)).catch(damage);
      return existsSync(copy) ? [...old, ...found] : [...found, "lost: the copy"];
    },
  },
];

/** Kills commands at every system call of theirs that changes the disk, and looks at what is left. */
export async function runKillPoints(): Promise<Outcome> {
  const startedAt = performance.now();
  const strace = Bun.which("strace");
  if (!strace) throw new Error(HOW);
  const root = mkdtempSync(join(tmpdir(), "papercub-points-"));
  const problems: string[] = [];
  const counts: string[] = [];
  try {
    for (const scenario of SCENARIOS) {
      const { found, kills, points } = await sweep(strace, placeOf(root), scenario);
      problems.push(...found);
      counts.push(`${scenario.name} ${kills} of ${points}`);
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  const line = `killed at calls that change the disk: ${counts.join(", ")}; wrong ${problems.length}, ${secondsSince(startedAt)}`;
  return { line, problems };
}

/** A system call of a command: the first on a path, or the first of all where the path is an accident. */
type Point = { call: string; path: string | undefined };

async function sweep(strace: string, place: Place, { name, words, prepare, check }: Scenario) {
  const { root } = place;
  const base = `${root}-base`;
  const begin = () => {
    rmSync(root, { recursive: true, force: true });
    cpSync(base, root, { recursive: true });
  };
  const run = async (how: string[]) => {
    const child = Bun.spawn(
      [strace, "-f", "-qq", ...how, "--", ...programCall(), ...words(place)],
      {
        env: { PATH: process.env["PATH"] ?? "", DEMO: "1", DATA_DIR: place.data },
        stdio: ["ignore", "ignore", "ignore"],
      },
    );
    return child.exited;
  };
  try {
    rmSync(root, { recursive: true, force: true });
    mkdirSync(place.out, { recursive: true });
    await prepare(place);
    cpSync(root, base, { recursive: true });
    const trace = `${root}-trace`;
    const ended = await run(["-y", "-e", `trace=${CALLS.join()}`, "-o", trace]);
    if (ended !== 0) throw new Error(`The traced ${name} ended with ${ended}.`);
    const points = readPoints(readFileSync(trace, "utf8"), root);
    rmSync(trace);
    const found: string[] = [];
    let kills = 0;
    for (const { call, path } of points) {
      begin();
      const aim = ["-e", `trace=${call}`, "-e", `inject=${call}:signal=KILL:when=1`];
      if (path) aim.push("-P", path);
      if ((await run([...aim, "-o", "/dev/null"])) !== 0) kills++;
      const left = await check(place).catch(damage);
      found.push(
        ...left.map((each) => `${each} (${name}, ${call} of ${path?.slice(root.length)})`),
      );
    }
    return { found, kills, points: points.length };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** The different calls on what is below a folder. */
function readPoints(trace: string, root: string): Point[] {
  const points = new Map<string, Point>();
  for (const line of trace.split("\n")) {
    // The file behind a number, or the first one by its name; not what is written there.
    const said = /^\d+ +(\w+)\((?:\d+<([^>]+)>|[^"]*"([^"]+)")/.exec(line);
    const [, call, opened, named] = said ?? [];
    const path = opened ?? named;
    if (!call || !path?.startsWith(`${root}/`)) continue;
    const isAccident = ACCIDENT.test(path);
    if (isAccident && call !== "rename") continue;
    points.set(`${call} ${isAccident ? "" : path}`, { call, path: isAccident ? undefined : path });
  }
  return [...points.values()];
}

/** Made from a random number, or from the time. */
const ACCIDENT = /\.[\da-f-]{36}\.part|\/replaced\/\d{4}/;

/** A store that has sold "kept" before its archive was made, and "since" after that. */
async function soldTwice({ data, archive, config }: Place): Promise<void> {
  mkdirSync(data, { recursive: true });
  await useStore(config, async (store) => {
    await store.files.save(new TextEncoder().encode("a file"));
    sell(store, "kept");
  });
  await makeBackup(config, { file: archive, now: new Date() });
  await useStore(config, (store) => sell(store, "since"));
}

async function sold({ config }: Place): Promise<string> {
  return (await useStore(config, soldIn)).join();
}

/** Opens the store as its next start does, and says what is wrong with it. */
async function soldNow(place: Place, expected: string[]): Promise<string[]> {
  const { data, config } = place;
  const found = await useStore(config, ({ db }) => damages(db.sqlite)).catch(damage);
  await dropUnfinished(data);
  const now = await sold(place);
  const left = existsSync(pathsOf(data).restoring) ? ["damaged: a restore is left"] : [];
  return [...found, ...left, ...(expected.includes(now) ? [] : [`lost: it has sold ${now}`])];
}

/** What is wrong with a copy that was made before a migration. */
function wrongCopy(path: string): string[] {
  const sqlite = new Database(path, { readonly: true });
  try {
    const version = schemaVersion(sqlite);
    const wrong = version === NEWEST - 1 ? [] : [`damaged: the copy has schema ${version}`];
    return [...damages(sqlite), ...wrong];
  } finally {
    sqlite.close();
  }
}

function damage(error: unknown): string[] {
  return [`damaged: ${error instanceof Error ? error.message : String(error)}`];
}
