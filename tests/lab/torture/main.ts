// Runs fault-injection tests against the store: scripts/torture
import { parseArgs } from "node:util";
import { runDeploys } from "./deploys.ts";
import { runFire } from "./fire.ts";
import { runKills } from "./kills.ts";
import { runPower } from "./power.ts";
import { runRestores } from "./restores.ts";
import { runSoak } from "./soak.ts";
import { runWebhooks } from "./webhooks.ts";
import type { Outcome } from "./world.ts";

const USAGE = `./scripts/torture COMMAND

  kills    [--count 50]     kill -9 while buyers pay, at random moments
  fire     [--count 50] [--longest 3000]     burns the machine down while buyers pay, and restarts from a replica
  power    [--cuts 3000] [--synchronous full|normal|off]     power cuts, replayed from a trace
  long     [--seed N]     10,000 random histories of money and of the outbox
  restores [--count 1000]     backups while buyers pay, each restored and checked
  deploys  [--count 20] [--proxy haproxy|caddy]           restarts the store under load behind a proxy
  webhooks [--count 1000] [--kills 50]     kills while events go to endpoints that fail at random
  soak     [--requests 100000]     what a store keeps in memory after very many mixed requests

kills, fire, power, restores, deploys, webhooks and soak take --seed N. The status is 1 when anything was lost,
doubled or damaged.
`;

const WHOLE_NUMBER = /^\d{1,10}$/;
const seed = Math.floor(Math.random() * 2 ** 32);
const [command = "", ...words] = process.argv.slice(2);

const COMMANDS: Record<string, () => Promise<Outcome>> = {
  kills: () => runKills(readOptions({ count: 50, seed })),
  fire: () => runFire(readOptions({ count: 50, longest: 3000, seed })),
  power: () => runPower(readOptions({ cuts: 3000, orders: 60, synchronous: "full", seed })),
  long: () => runLongTests(readOptions({ seed })),
  restores: () => runRestores(readOptions({ count: 1000, seed })),
  deploys: () => runDeploys(readOptions({ count: 20, proxy: "haproxy", seed })),
  webhooks: () => runWebhooks(readOptions({ count: 1000, kills: 50, seed })),
  soak: () => runSoak(readOptions({ requests: 100_000, seed })),
};

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    process.stderr.write(`Interrupted by ${signal}: nothing was checked.\n`);
    process.exit(1);
  });
}
process.exit(await main());

async function main(): Promise<number> {
  const run = COMMANDS[command];
  if (!run) {
    process.stderr.write(USAGE);
    return 1;
  }
  try {
    const { line, problems } = await run();
    for (const problem of problems) console.log(problem);
    console.log(line);
    return problems.length > 0 ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

/** Parses `--name value` options over the defaults. A numeric default requires a whole number. */
function readOptions<Defaults extends Record<string, number | string>>(defaults: Defaults) {
  const names = Object.keys(defaults).map((name) => [name, { type: "string" as const }]);
  const { values } = parseArgs({ args: words, options: Object.fromEntries(names) });
  const read = Object.entries(values).map(([name, value]) => {
    if (typeof defaults[name] === "string") return [name, value];
    if (!WHOLE_NUMBER.test(String(value))) throw new Error(`--${name} takes a whole number.`);
    return [name, Number(value)];
  });
  return { ...defaults, ...Object.fromEntries(read) } as Defaults;
}

/** Runs the property tests in tests/lab/long with random cases drawn from `seed`. */
async function runLongTests({ seed }: { seed: number }): Promise<Outcome> {
  const tests = [process.execPath, "run", "vitest", "run", "--config", "vitest.long.config.ts"];
  const child = Bun.spawn(tests, {
    env: { ...process.env, FC_SEED: String(seed) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const failed = (await child.exited) !== 0;
  return { line: `long tests, seed ${seed}`, problems: failed ? ["A long test failed."] : [] };
}
