// Figures of this machine, each beside its limit in the same run: scripts/bench [part...]
import { argv, exit } from "node:process";
import { benchAdmin } from "./admin.ts";
import { benchCodes } from "./codes.ts";
import { benchDear, benchRequests } from "./dear.ts";
import { benchKept } from "./kept.ts";
import { benchLanding, benchPages } from "./landing.ts";
import { benchOrders } from "./orders.ts";
import { benchScale } from "./scale.ts";
import { benchOutbox } from "./outbox.ts";
import { benchScroll } from "./scroll.ts";

const PARTS = new Map([
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
]);
/** They take minutes, and two write gigabytes: only when they are named. */
const LONG = new Set(["pages", "scale", "admin", "scroll"]);

const parts = [...PARTS.keys()];
const wanted = argv.length > 2 ? argv.slice(2) : parts.filter((name) => !LONG.has(name));
const unknown = wanted.find((name) => !PARTS.has(name));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}. The parts are: ${parts.join(", ")}`);
  exit(1);
}
for (const name of wanted) await PARTS.get(name)?.();
