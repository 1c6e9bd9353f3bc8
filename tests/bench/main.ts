// Figures of this machine, each beside its limit in the same run: scripts/bench [part...]
import { argv, exit } from "node:process";
import { benchCodes } from "./codes.ts";
import { benchLanding } from "./landing.ts";
import { benchOrders } from "./orders.ts";
import { benchRequests } from "./requests.ts";

const PARTS = new Map([
  ["requests", benchRequests],
  ["orders", benchOrders],
  ["codes", benchCodes],
  ["landing", benchLanding],
]);

const wanted = argv.length > 2 ? argv.slice(2) : [...PARTS.keys()];
const unknown = wanted.find((name) => !PARTS.has(name));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}. The parts are: ${[...PARTS.keys()].join(", ")}`);
  exit(1);
}
for (const name of wanted) await PARTS.get(name)?.();
