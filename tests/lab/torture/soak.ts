import { existsSync, readdirSync, statSync } from "node:fs";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { residentMb } from "../../support/figures.ts";
import { seededRandom } from "./random.ts";
import { type Soaked, visit } from "./soak-visits.ts";
import { openStreet } from "./street.ts";
import { type Outcome, secondsSince } from "./world.ts";

const LINES = 16;
const PARTS = 10;
/** Pause that lets running work finish and the runtime return free memory. */
const QUIET_MS = 10_000;
const MOST_GROWTH = 1.2;
/** Allowance for idle connections to the provider and mail server; a leak would open hundreds. */
const MORE_DESCRIPTORS = LINES;
const MOST_WAL_MB = 64;
const NAMED_PROBLEMS = 5;
const OWNER = "owner@example.com";

/**
 * Sends `requests` mixed requests to one store and measures it at rest after each tenth. After the
 * first tenth, memory may grow by 20 % and open files only by idle connections; the WAL may reach
 * 64 MB. Every response must have the expected status.
 */
export async function runSoak({
  requests,
  seed,
}: {
  requests: number;
  seed: number;
}): Promise<Outcome> {
  const startedAt = performance.now();
  const wrong = new Map<string, number>();
  let answered = 0;
  await using street = await openStreet({
    env: { ADMIN_EMAILS: OWNER },
    check(what, status, expected) {
      answered++;
      const problem = `${what} was answered ${status} instead of ${expected.join(" or ")}`;
      if (!expected.includes(status)) wrong.set(problem, (wrong.get(problem) ?? 0) + 1);
    },
  });
  const account = async (email: string) => ({
    ...(await street.buy(0, email)),
    cookie: await street.signIn(0, email),
  });
  const soaked: Soaked = {
    ...street,
    random: seededRandom(seed),
    visitor: await account("visitor@example.com"),
    owner: await account(OWNER),
  };
  const looks: Measured[] = [];
  let visits = 0;
  for (let part = 1; part <= PARTS; part++) {
    const line = async () => {
      while (answered < (requests * part) / PARTS) await visit(soaked, ++visits);
    };
    await Promise.all(Array.from({ length: LINES }, line));
    await street.simulator.control.idle();
    await Bun.sleep(QUIET_MS);
    const look = measure(street.store.pid, street.dataDir);
    looks.push(look);
    console.log(
      `${answered} requests: ${look.residentMb.toFixed(0)} MB, ${look.descriptors} open files, ` +
        `log of ${look.walMb.toFixed(1)} MB`,
    );
  }
  await street.store.stop();
  const [first, last] = [looks[0], looks.at(-1)].map((look) => look?.residentMb.toFixed(0));
  return {
    line:
      `soak of ${answered} requests, memory ${first} MB after the first tenth, ${last} MB ` +
      `in the end (limit ${MOST_GROWTH} times), ${secondsSince(startedAt)}, seed ${seed}`,
    problems: [
      ...Array.from(wrong, ([problem, times]) => `${problem}, ${times} times`).slice(
        0,
        NAMED_PROBLEMS,
      ),
      ...findGrowth(looks),
    ],
  };
}

type Measured = ReturnType<typeof measure>;

function measure(pid: number, dataDir: string) {
  const wal = `${pathsOf(dataDir).database}-wal`;
  return {
    residentMb: residentMb(pid),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    walMb: existsSync(wal) ? statSync(wal).size / 1e6 : 0,
  };
}

function findGrowth(looks: Measured[]): string[] {
  const [first, last] = [looks[0], looks.at(-1)];
  if (!first || !last) return ["Nothing was measured"];
  return [
    ...(last.residentMb > first.residentMb * MOST_GROWTH ? ["The memory grows"] : []),
    ...(last.descriptors > first.descriptors + MORE_DESCRIPTORS ? ["Files are left open"] : []),
    ...(Math.max(...looks.map(({ walMb }) => walMb)) > MOST_WAL_MB ? ["The log grows"] : []),
  ];
}
