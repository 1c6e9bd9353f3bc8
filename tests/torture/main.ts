// Breaks the store on purpose and checks what is left: scripts/torture
import { runGrowth } from "./growth/run.ts";
import { runKills } from "./kills/run.ts";
import { runLatency } from "./latency/run.ts";
import { runSlowClients } from "./latency/slow-clients.ts";
import { runMails } from "./mails/run.ts";
import { readOptions } from "./options.ts";
import { runPower } from "./power/run.ts";
import type { Outcome } from "./shared/outcome.ts";

const USAGE = `./scripts/torture COMMAND

  kills    [--count 50]     kill -9 while buyers pay, at random moments
  mails    [--mails 1000] [--kills 50]     kill -9 while mails are sent
  power    [--cuts 3000] [--synchronous full|normal|off]     power cuts, replayed from a trace
  latency  [--seconds 20] [--rate 100]     webhooks while the mail server hangs
  long     [--seed N]     10,000 random histories of money, a hundred thousand guesses at codes
  slow     what buyers wait beside hundreds of clients that send a byte at a time
  growth   [--checkouts 10000] [--calls 10000]     what an hour of strangers leaves on the disk

The first three take --seed N; each ends with status 1 when anything was lost, doubled or damaged.
`;

const COMMANDS: Record<string, (words: string[]) => Promise<Outcome>> = {
  kills: (words) => runKills(readOptions(words, { count: 50, seed: newSeed() })),
  mails: (words) => runMails(readOptions(words, { mails: 1000, kills: 50, seed: newSeed() })),
  power: (words) =>
    runPower(readOptions(words, { cuts: 3000, orders: 60, synchronous: "full", seed: newSeed() })),
  latency: (words) => runLatency(readOptions(words, { seconds: 20, rate: 100 })),
  long: (words) => runLongTests(readOptions(words, { seed: newSeed() })),
  slow: () => runSlowClients(),
  growth: (words) => runGrowth(readOptions(words, { checkouts: 10_000, calls: 10_000 })),
};

const [command = "", ...words] = process.argv.slice(2);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => interrupt(signal));
process.exit(await main());

async function main(): Promise<number> {
  const run = COMMANDS[command];
  if (!run) {
    process.stderr.write(USAGE);
    return 1;
  }
  try {
    const { line, problems } = await run(words);
    for (const problem of problems) console.log(problem);
    console.log(line);
    return problems.length > 0 ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

/** The tests of tests/long, which draw new cases from `seed`. */
async function runLongTests({ seed }: { seed: number }): Promise<Outcome> {
  const command = [process.execPath, "run", "vitest", "run", "--config", "vitest.long.config.ts"];
  const child = Bun.spawn(command, {
    env: { ...process.env, FC_SEED: String(seed) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const failed = (await child.exited) !== 0;
  return { line: `long tests, seed ${seed}`, problems: failed ? ["A long test failed."] : [] };
}

function interrupt(signal: string): never {
  process.stderr.write(`Interrupted by ${signal}: nothing was checked.\n`);
  process.exit(1);
}

function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 32);
}
