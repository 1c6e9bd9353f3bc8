import { rmSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative, resolve } from "node:path";
import { type Outcome, secondsSince } from "./shop.ts";

/** One small change of the sources that the test suite must notice. */
export type Sabotage = {
  name: string;
  file: string;
  /** Stands in the file exactly once. */
  from: string;
  to: string;
  /** The test files that are run first; the whole suite decides when they pass. */
  hint: string;
};

export const SABOTAGES: Sabotage[] = [
  {
    name: "synchronous-normal",
    file: "db/client.ts",
    from: "synchronous: 2,",
    to: "synchronous: 1,",
    hint: "tests/db/client",
  },
  {
    // better-sqlite3 refuses a promise; in an array it sees none, and commits at the first await.
    name: "async-transaction",
    file: "db/client.ts",
    from: "const result = reader.transaction((tx) => work(Object.assign(tx, { sqlite, touched })), {",
    to: "const [result] = reader.transaction((tx) => [work(Object.assign(tx, { sqlite, touched }))], {",
    hint: "tests/db/client",
  },
  {
    name: "unique-index",
    file: "db/migrations/initial.ts",
    from: "unique_key TEXT NOT NULL UNIQUE,",
    to: "unique_key TEXT NOT NULL,",
    hint: "tests/server/domain/tables/mail-actions",
  },
  {
    name: "origin",
    file: "server/http/origin-checks.ts",
    from: "if (!READING.has(c.req.method) && isForeign(c.req.raw, config.publicUrl)) {",
    to: "if (READING.has(c.req.method) && isForeign(c.req.raw, config.publicUrl)) {",
    hint: "tests/server/http/origin-checks",
  },
  {
    name: "limiter",
    file: "server/http/limits.ts",
    from: "return async (key) => void (await limiter.consume(countedAs(key)).catch(refuse));",
    to: "return async (key) => void (await limiter.consume(countedAs(key)).catch(() => {}));",
    hint: "tests/server/http/limits",
  },
  {
    name: "ownership",
    file: "server/domain/files/file-access.ts",
    from: ".where(and(isTheirs, isGranted(NOW), holdsFile)),",
    to: ".where(and(isGranted(NOW), holdsFile)),",
    hint: "tests/server/attacks/ownership",
  },
  {
    name: "signature",
    file: "server/integrations/stripe/events.ts",
    from: "stripe.webhooks.constructEventAsync(rawBody, signature, secret);",
    to: "Promise.resolve(JSON.parse(rawBody));",
    hint: "tests/server/routes/webhook",
  },
  {
    name: "path",
    file: "server/contract/paths.ts",
    from: "if (!isPlainLocalPath(current)) return false;",
    to: "",
    hint: "tests/server/contract/paths",
  },
  {
    name: "csv-escaping",
    file: "server/domain/tables/csv.ts",
    from: "return isMarked(text) ? MARK + inner : inner;",
    to: "return inner;",
    hint: "tests/server/domain/tables/csv",
  },
  {
    name: "token-expiry",
    file: "server/domain/files/file-access.ts",
    from: "return claim && claim.expiresAt > clock.now() ? claim : undefined;",
    to: "return claim;",
    hint: "tests/server/routes/files",
  },
];

/** What a copy is made without: it is made anew there, or linked. */
const LEFT_OUT = new Set([".git", ".tools", "data", "dist", "node_modules", "test-results"]);

/** Builds the store wrong in one place after the other, and names the test that notices each. */
export async function runSabotage({ only }: { only: string }): Promise<Outcome> {
  const startedAt = performance.now();
  const chosen = SABOTAGES.filter(({ name }) => only === "" || name === only);
  if (chosen.length === 0) {
    const names = SABOTAGES.map(({ name }) => name).join(", ");
    throw new Error(`--only takes one of ${names}.`);
  }
  const copy = await copyCheckout();
  const problems: string[] = [];
  try {
    for (const sabotage of chosen) {
      const { caughtBy, problem } = await judge(copy.path, sabotage);
      if (problem) problems.push(`${sabotage.name}: ${problem}`);
      if (caughtBy) console.log(`${sabotage.name}: caught by ${caughtBy.file} › ${caughtBy.test}`);
    }
  } finally {
    copy.remove();
  }
  const caught = chosen.length - problems.length;
  return {
    line: `sabotaged builds ${chosen.length}, caught ${caught}, ${secondsSince(startedAt)}`,
    problems,
  };
}

type Failed = { file: string; test: string };

/** Runs the suite on the change: the test that fails with it, and passes without it. */
async function judge(copy: string, sabotage: Sabotage) {
  const path = join(copy, sabotage.file);
  const whole = await readFile(path, "utf8");
  await writeFile(path, sabotaged(whole, sabotage));
  const caughtBy = (await findFailed(copy, [sabotage.hint])) ?? (await findFailed(copy, []));
  await writeFile(path, whole);
  if (!caughtBy) return { problem: "the test suite stays green" };
  const alone = await findFailed(copy, [caughtBy.file]);
  return alone ? { problem: `${alone.test} fails without it as well` } : { caughtBy };
}

/** The source with the change; throws when its text does not stand there exactly once. */
export function sabotaged(source: string, { name, file, from, to }: Sabotage): string {
  const parts = source.split(from);
  if (parts.length === 2) return parts.join(to);
  throw new Error(
    `${name}: its text stands ${parts.length - 1} times in ${file}, instead of once.`,
  );
}

type Report = {
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
};

/** The first failed test of the files whose path begins so, of all without any; undefined when none. */
async function findFailed(copy: string, paths: string[]): Promise<Failed | undefined> {
  const report = join(copy, "report.json");
  await rm(report, { force: true });
  const suite = ["run", "vitest", "run", "--bail", "1"];
  const reporting = ["--reporter=json", `--outputFile=${report}`];
  const child = Bun.spawn([process.execPath, ...suite, ...reporting, ...paths], {
    cwd: copy,
    // The executable is whole: tests that start a store must start the sources.
    env: { ...process.env, PAPERCUB: undefined },
    stdio: ["ignore", "ignore", "ignore"],
  });
  const stop = () => child.kill();
  process.once("exit", stop);
  const status = await child.exited;
  process.off("exit", stop);
  if (status === 0) return undefined;
  const { testResults } = JSON.parse(await readFile(report, "utf8")) as Report;
  for (const { name, message, assertionResults } of testResults) {
    const file = relative(copy, name);
    const failed = assertionResults.find((one) => one.status === "failed");
    if (failed) return { file, test: failed.fullName };
    if (message) throw new Error(`${file} could not be run: ${message}`);
  }
  throw new Error("The test suite failed without a failed test.");
}

/** A copy of this checkout whose packages and build are the same files: they are only read. */
async function copyCheckout(): Promise<{ path: string; remove: () => void }> {
  const path = await mkdtemp(join(tmpdir(), "papercub-sabotage-"));
  const removeAll = () => rmSync(path, { recursive: true, force: true });
  process.once("exit", removeAll);
  const root = resolve(".");
  await cp(root, path, {
    recursive: true,
    filter: (source) => !(LEFT_OUT.has(basename(source)) && resolve(source, "..") === root),
  });
  for (const name of ["node_modules", "dist"]) {
    const linking = Bun.spawn(["cp", "-al", name, path], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    if ((await linking.exited) !== 0) throw new Error(`${name} could not be linked into ${path}.`);
  }
  // Vitest writes its cache in place.
  await rm(join(path, "node_modules/.vite"), { recursive: true, force: true });
  return {
    path,
    remove() {
      process.off("exit", removeAll);
      removeAll();
    },
  };
}
