// Runs the benchmarks and prints each figure with its goal: scripts/bench [all | part...]
import { loadavg } from "node:os";
import { argv, exit } from "node:process";
import { benchAdmin } from "./admin.ts";
import { benchCapacity } from "./capacity.ts";
import { benchLanding, benchPages } from "./landing.ts";
import { benchMarkdown } from "./markdown.ts";
import { benchOfflineTable, benchOutbox } from "./offline.ts";
import { type Row, tableOf } from "./rows.ts";
import { benchOpening } from "./opening.ts";
import { benchScroll } from "./scroll.ts";
import { benchStart } from "./start.ts";
import { benchStats } from "./stats.ts";
import { benchVisits } from "./visits.ts";

const PARTS = new Map<string, () => Promise<Row[]>>([
  ["landing", benchLanding],
  ["pages", benchPages],
  ["admin", benchAdmin],
  ["stats", benchStats],
  ["scroll", benchScroll],
  ["opening", benchOpening],
  ["outbox", benchOutbox],
  ["offline", benchOfflineTable],
  ["start", benchStart],
  ["capacity", benchCapacity],
  ["visits", benchVisits],
  ["markdown", benchMarkdown],
]);
/** Parts that take minutes and run only when named. */
const LONG = new Set(["pages", "admin", "stats", "scroll", "visits", "markdown"]);

const parts = [...PARTS.keys()];
const named = argv.slice(2);
const quick = parts.filter((name) => !LONG.has(name));
const wanted = named.includes("all") ? parts : named.length > 0 ? named : quick;
const unknown = wanted.find((name) => !PARTS.has(name));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}. The parts are: all, ${parts.join(", ")}`);
  exit(1);
}
const rows: Row[] = [];
const broken: string[] = [];
for (const name of wanted) {
  console.log(`── ${name}, load of this machine ${loadavg()[0]?.toFixed(1)}`);
  try {
    rows.push(...((await PARTS.get(name)?.()) ?? []));
  } catch (error) {
    // Continue, so that the figures of the other parts are printed.
    console.error(error);
    broken.push(name);
  }
}
console.log(`\n${tableOf(rows)}`);
for (const name of broken) console.error(`${name} could not be measured.`);
// A missed goal is not a failure, because the timings depend on the machine.
exit(broken.length > 0 ? 1 : 0);
