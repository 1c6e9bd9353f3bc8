// All checks of `scripts/test`, in order. The last line counts checks and tests that passed and failed.
import { mkdir, readFile, rm } from "node:fs/promises";
import { leavesOutEngines } from "./lib/engines.ts";
import { type Count, countPlaywright, countVitest, summarize } from "./lib/test-counts.ts";

const REPORTS = "test-results/reports";
const VITEST_REPORT = `${REPORTS}/vitest.json`;
const bun = process.execPath;

const PASSED: Count = { passed: 1, failed: 0, skipped: 0 };
const STOPPED: Count = { passed: 0, failed: 1, skipped: 0 };

type Report = { path: string; count: (json: string) => Count };
type Step = { name: string; command: string[]; report?: Report };

const STEPS: Step[] = [
  { name: "build", command: [bun, "run", "build"] },
  { name: "format", command: [bun, "fmt", "--check", "--no-script"] },
  { name: "lint", command: [bun, "run", "oxlint"] },
  { name: "types", command: [bun, "check"] },
  {
    name: "unit, database and API tests",
    command: [bun, "run", "vitest", "run", ...vitestReports()],
    report: { path: VITEST_REPORT, count: countVitest },
  },
  {
    name: "journeys in browsers",
    command: [bun, "run", "playwright", "test"],
    report: { path: `${REPORTS}/playwright.json`, count: countPlaywright },
  },
];

await rm(REPORTS, { recursive: true, force: true });
await mkdir(REPORTS, { recursive: true });
const isWithoutEngines = leavesOutEngines();
const counts: Count[] = [];
for (const step of STEPS) counts.push(await run(step));
const { isGreen, text } = summarize(counts);
if (isWithoutEngines) console.log("\nWebKit and Firefox were left out: ENGINES=chromium.");
console.log(`\n${text}`);
process.exit(isGreen ? 0 : 1);

async function run({ name, command, report }: Step): Promise<Count> {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  const child = Bun.spawn(command, { stdio: ["ignore", "inherit", "inherit"] });
  const ok = (await child.exited) === 0;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`── ${name}: ${ok ? "ok" : "FAILED"} (${seconds} s)`);
  if (!report) return ok ? PASSED : STOPPED;
  // A test runner that writes no report counts as failed.
  const counted = await readFile(report.path, "utf8")
    .then(report.count)
    .catch(() => STOPPED);
  return ok || counted.failed > 0 ? counted : { ...counted, failed: 1 };
}

function vitestReports(): string[] {
  return ["--reporter=default", "--reporter=json", `--outputFile.json=${VITEST_REPORT}`];
}
