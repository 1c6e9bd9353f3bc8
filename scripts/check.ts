// Everything `scripts/test` checks, in order; each step's output is on screen as it runs. The last
// line counts what passed and failed: one for each check, and every test by itself.
import { mkdir, readFile, rm } from "node:fs/promises";
import { findChromium } from "./lib/chromium.ts";

const REPORTS = "test-results/reports";
const bun = process.execPath;

type Count = { passed: number; failed: number };
type Step = { name: string; command: string[]; count?: () => Promise<Count> };

const STEPS: Step[] = [
  { name: "build", command: [bun, "scripts/build.ts"] },
  { name: "format", command: [bun, "fmt", "--check", "--no-script"] },
  { name: "lint", command: [bun, "run", "oxlint"] },
  { name: "types", command: [bun, "check"] },
  {
    name: "unit, database and API tests",
    command: [bun, "run", "vitest", "run", ...vitestReports()],
    count: countVitest,
  },
  {
    name: "journeys in a browser",
    command: [bun, "run", "playwright", "test"],
    count: countPlaywright,
  },
];

await rm(REPORTS, { recursive: true, force: true });
await mkdir(REPORTS, { recursive: true });
const chromium = await findChromium().catch((error: Error) => {
  console.error(`${error.message}\n\n0 passed, 1 failed`);
  process.exit(1);
});
const total: Count = { passed: 0, failed: 0 };
for (const step of STEPS) {
  const { passed, failed } = await run(step);
  total.passed += passed;
  total.failed += failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

async function run({ name, command, count }: Step): Promise<Count> {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  const child = Bun.spawn(command, {
    env: { ...process.env, CHROMIUM_PATH: chromium },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ok = (await child.exited) === 0;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`── ${name}: ${ok ? "ok" : "FAILED"} (${seconds} s)`);
  // A runner that died before it wrote its report has failed, whatever it printed.
  const counted = count ? await count().catch(() => ({ passed: 0, failed: 1 })) : undefined;
  if (!counted) return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  return ok ? counted : { ...counted, failed: Math.max(1, counted.failed) };
}

function vitestReports(): string[] {
  return ["--reporter=default", "--reporter=json", `--outputFile.json=${REPORTS}/vitest.json`];
}

async function countVitest(): Promise<Count> {
  const report = JSON.parse(await readFile(`${REPORTS}/vitest.json`, "utf8")) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

async function countPlaywright(): Promise<Count> {
  const report = JSON.parse(await readFile(`${REPORTS}/playwright.json`, "utf8")) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky };
}
