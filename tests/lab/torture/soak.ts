import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { seededRandom } from "./random.ts";
import { type Outcome, secondsSince } from "./shop.ts";
import { type Street, visit } from "./soak-visits.ts";
import { openAccount, withCatalogue } from "./street.ts";

const LINES = 16;
const STRETCHES = 10;
/** What was under way is over by then, and memory that is free has been given back. */
const QUIET_MS = 10_000;
const MOST_GROWTH = 1.2;
/** Lines to the provider and the mail server are kept for a while; what leaks would be hundreds. */
const MORE_DESCRIPTORS = LINES;
const MOST_WAL_MB = 64;
const NAMED_PROBLEMS = 5;
const OWNER = "owner@example.com";

/** What a store at rest holds. */
type Held = { requests: number; residentMb: number; descriptors: number; walMb: number };

type Soak = { requests: number; seed: number };

/**
 * Sends `requests` mixed requests to one store. Between ten stretches of them it is left alone for a
 * moment and looked at: its memory in the end must be within a fifth of that after the first stretch,
 * its open files as many, its log bounded, and no answer another than it should be.
 */
export async function runSoak({ requests, seed }: Soak): Promise<Outcome> {
  const startedAt = performance.now();
  return withCatalogue({ ADMIN_EMAILS: OWNER }, async ({ store, dataDir, ...shop }) => {
    const answers = newAnswers();
    const place = { ...shop, count: answers.count };
    const street: Street = {
      ...place,
      random: seededRandom(seed),
      visitor: await openAccount(place, "visitor@example.com"),
      owner: await openAccount(place, OWNER),
    };
    const look = () => lookAt(store.pid, { dataDir, requests: answers.all() });
    const looks = await visitAndLook(street, { requests, all: answers.all, look });
    await store.stop();
    const [first, last] = [looks[0], looks.at(-1)].map((held) => held?.residentMb.toFixed(0));
    return {
      line:
        `soak of ${answers.all()} requests, memory ${first} MB after the first tenth, ${last} MB ` +
        `in the end (limit ${MOST_GROWTH} times), ${secondsSince(startedAt)}, seed ${seed}`,
      problems: [...answers.wrong(), ...judge(looks)],
    };
  });
}

type Plan = { requests: number; all: () => number; look: () => Held };

async function visitAndLook(street: Street, { requests, all, look }: Plan): Promise<Held[]> {
  const looks: Held[] = [];
  let visits = 0;
  for (let stretch = 1; stretch <= STRETCHES; stretch++) {
    const line = async () => {
      while (all() < (requests * stretch) / STRETCHES) await visit(street, ++visits);
    };
    await Promise.all(Array.from({ length: LINES }, line));
    await street.simulator.control.idle();
    await Bun.sleep(QUIET_MS);
    looks.push(look());
    console.log(inWords(looks.at(-1)));
  }
  return looks;
}

/** Counts requests, and keeps those that were answered otherwise than they should be. */
function newAnswers() {
  let all = 0;
  const wrong = new Map<string, number>();
  return {
    all: () => all,
    count(what: string, status: number, expected: number[]) {
      all++;
      if (expected.includes(status)) return;
      const problem = `${what} was answered ${status} instead of ${expected.join(" or ")}`;
      wrong.set(problem, (wrong.get(problem) ?? 0) + 1);
    },
    wrong: () =>
      [...wrong].slice(0, NAMED_PROBLEMS).map(([problem, times]) => `${problem}, ${times} times`),
  };
}

function lookAt(pid: number, { dataDir, requests }: { dataDir: string; requests: number }): Held {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  const wal = `${pathsOf(dataDir).database}-wal`;
  return {
    requests,
    residentMb: Number(kb) / 1000,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    walMb: existsSync(wal) ? statSync(wal).size / 1e6 : 0,
  };
}

const inWords = (held?: Held) =>
  held &&
  `${held.requests} requests: ${held.residentMb.toFixed(0)} MB, ${held.descriptors} open files, ` +
    `log of ${held.walMb.toFixed(1)} MB`;

function judge(looks: Held[]): string[] {
  const [first, last] = [looks[0], looks.at(-1)];
  if (!first || !last) return ["Nothing was looked at"];
  return [
    ...(last.residentMb > first.residentMb * MOST_GROWTH ? ["The memory grows"] : []),
    ...(last.descriptors > first.descriptors + MORE_DESCRIPTORS ? ["Files are left open"] : []),
    ...(Math.max(...looks.map(({ walMb }) => walMb)) > MOST_WAL_MB ? ["The log grows"] : []),
  ];
}
