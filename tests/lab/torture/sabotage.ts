import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { $ } from "bun";
import { killAtExit } from "../../support/store-process.ts";
import { makeFolder, type Outcome, removeFolder, secondsSince } from "./world.ts";

/** A source mutation that the test suite must detect. */
type Sabotage = {
  name: string;
  file: string;
  /** Text to replace; it must occur exactly once in the file. */
  from: string;
  to: string;
  /** Test files to run first; if they pass, the whole suite runs. */
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
    // better-sqlite3 rejects a promise but not an array with one, so it commits at the first await.
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
    file: "server/http/rate-limits.ts",
    from: "return async (key) => void (await limiter.consume(countedAs(key)).catch(refuse));",
    to: "return async (key) => void (await limiter.consume(countedAs(key)).catch(() => {}));",
    hint: "tests/server/http/rate-limits",
  },
  {
    name: "ownership",
    file: "server/domain/files/file-access.ts",
    from: ".where(and(isTheirs, whereAccessible(NOW), holdsFile)),",
    to: ".where(and(whereAccessible(NOW), holdsFile)),",
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
    hint: "tests/server/domain/files/file-access",
  },
];

/** Not copied, because they are recreated in the copy or linked. */
const LEFT_OUT = new Set([".git", ".tools", "data", "dist", "node_modules", "test-results"]);

/** Mutation testing: applies one source mutation at a time and names the test that detects it. */
export async function runSabotage({ only }: { only: string }): Promise<Outcome> {
  const startedAt = performance.now();
  const chosen = SABOTAGES.filter(({ name }) => only === "" || name === only);
  if (chosen.length === 0) {
    throw new Error(`--only takes one of ${SABOTAGES.map(({ name }) => name).join(", ")}.`);
  }
  const copy = await copyCheckout();
  const problems: string[] = [];
  for (const sabotage of chosen) {
    const path = join(copy, sabotage.file);
    const whole = await readFile(path, "utf8");
    await writeFile(path, sabotaged(whole, sabotage));
    const failed = (await findFailed(copy, [sabotage.hint])) ?? (await findFailed(copy, []));
    await writeFile(path, whole);
    const without = failed && (await findFailed(copy, [failed.file]));
    if (!failed) problems.push(`${sabotage.name}: the test suite stays green`);
    else if (without) problems.push(`${sabotage.name}: ${without.test} fails without it as well`);
    else console.log(`${sabotage.name}: caught by ${failed.file} › ${failed.test}`);
  }
  removeFolder(copy);
  const caught = chosen.length - problems.length;
  return {
    line: `sabotaged builds ${chosen.length}, caught ${caught}, ${secondsSince(startedAt)}`,
    problems,
  };
}

/** Returns the source with the mutation; throws unless its text occurs exactly once. */
export function sabotaged(source: string, { name, file, from, to }: Sabotage): string {
  const parts = source.split(from);
  if (parts.length === 2) return parts.join(to);
  throw new Error(`${name}: its text is ${parts.length - 1} times in ${file}, instead of once.`);
}

type Report = {
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
};

type Failed = { file: string; test: string };

/** Returns the first failed test of the files with these path prefixes, or of all files. */
async function findFailed(copy: string, paths: string[]): Promise<Failed | undefined> {
  const report = join(copy, "report.json");
  await rm(report, { force: true });
  // The lab's own tests look for the text that a mutation replaces.
  const suite = ["run", "vitest", "run", "--bail", "1", "--exclude", "tests/lab/**"];
  const reporting = ["--reporter=json", `--outputFile=${report}`];
  const child = Bun.spawn([process.execPath, ...suite, ...reporting, ...paths], {
    cwd: copy,
    // Tests must start the store from the mutated sources, not from an executable.
    env: { ...process.env, PAPERCUB: undefined },
    stdio: ["ignore", "ignore", "ignore"],
  });
  killAtExit(child);
  if ((await child.exited) === 0) return undefined;
  const { testResults } = JSON.parse(await readFile(report, "utf8")) as Report;
  for (const { name, message, assertionResults } of testResults) {
    const file = relative(copy, name);
    const failed = assertionResults.find((one) => one.status === "failed");
    if (failed) return { file, test: failed.fullName };
    if (message) throw new Error(`${file} could not be run: ${message}`);
  }
  throw new Error("The test suite failed without a failed test.");
}

/** Copies this checkout. Packages and build are hard links, because they are only read. */
async function copyCheckout(): Promise<string> {
  const copy = makeFolder();
  const root = resolve(".");
  await cp(root, copy, {
    recursive: true,
    filter: (source) => !(LEFT_OUT.has(basename(source)) && resolve(source, "..") === root),
  });
  await $`cp -al node_modules dist ${copy}`;
  // Vitest writes its cache in place, which would change the linked original.
  await rm(join(copy, "node_modules/.vite"), { recursive: true, force: true });
  return copy;
}
