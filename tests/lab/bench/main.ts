// Figures of this machine, each beside its limit in the same run: scripts/bench [all | part...]
import { loadavg } from "node:os";
import { argv, exit } from "node:process";
import { benchAdmin } from "./admin.ts";
import { benchBackup } from "./backup.ts";
import { benchCapacity } from "./capacity.ts";
import { benchCodes } from "./codes.ts";
import { benchDear, benchRequests } from "./dear.ts";
import { benchKept } from "./kept.ts";
import { benchLanding, benchPages } from "./landing.ts";
import { benchOrders } from "./orders.ts";
import { benchScale } from "./scale.ts";
import { benchOutbox } from "./outbox.ts";
import { runGrowth } from "../torture/growth.ts";
import { runLatency, runSlowClients } from "../torture/latency.ts";
import type { Outcome } from "../torture/shop.ts";
import { type Row, tableOf } from "./rows.ts";
import { benchScroll } from "./scroll.ts";
import { benchStart } from "./start.ts";

const PARTS = new Map<string, () => Promise<Row[]>>([
  ["requests", benchRequests],
  ["orders", benchOrders],
  ["codes", benchCodes],
  ["landing", benchLanding],
  ["pages", benchPages],
  ["dear", benchDear],
  ["scale", benchScale],
  ["admin", benchAdmin],
  ["scroll", benchScroll],
  ["outbox", benchOutbox],
  ["kept", benchKept],
  ["start", benchStart],
  ["backup", benchBackup],
  ["capacity", benchCapacity],
  ["webhooks", () => tortured(runLatency({ seconds: 20, rate: 100 }))],
  ["slow", () => tortured(runSlowClients())],
  ["growth", () => tortured(runGrowth({ checkouts: 10_000, calls: 10_000 }))],
]);
/** They take minutes, and two write gigabytes: only when they are named. */
const LONG = new Set(["pages", "scale", "admin", "scroll", "webhooks", "slow", "growth"]);

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
    // The figures of the other parts took long to get.
    console.error(error);
    broken.push(name);
  }
}
console.log(`\n${tableOf(rows)}`);
for (const name of broken) console.error(`${name} could not be measured.`);
// A goal that another machine misses is no fault of the store: only a broken part fails.
exit(broken.length > 0 ? 1 : 0);

/** A run of scripts/torture that has figures to show. */
async function tortured(run: Promise<Outcome>): Promise<Row[]> {
  const { line, rows = [] } = await run;
  console.log(line);
  return rows;
}
