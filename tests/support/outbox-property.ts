import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { type Entry, isTemporary } from "../../client/admin/offline/entry.ts";
import {
  additionOf,
  type Client,
  drop,
  editOf,
  type Fault,
  FIELDS,
  look,
  openOutboxShop,
  openOutboxWorld,
  shown,
  sync,
  TABLE,
  type World,
  write,
} from "./outbox-world.ts";
import { changesOf, newestChange } from "./table-calls.ts";

const TIMEOUT_MS = 120_000;
const FAULTS = ["cut", "answer-lost", "busy", "crash", "crash-after"] as const;

const who = { client: fc.nat(1) };
const place = { ...who, row: fc.nat(20), field: fc.constantFrom(...FIELDS) };
const faults = fc.array(fc.option(fc.constantFrom<Fault>(...FAULTS), { nil: undefined }), {
  maxLength: 4,
});

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("edit"), ...place }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("add"), ...who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("remove"), ...who, row: fc.nat(20) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("send"), ...who, faults }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("look"), ...who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("sign-out"), ...who }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("decide"), ...who, mine: fc.boolean() }),
  },
);
type Step = { do: string; client: number } & Partial<{
  row: number;
  field: (typeof FIELDS)[number];
  faults: (Fault | undefined)[];
  mine: boolean;
}>;

type HistoryOptions = { blocks: number; runs: number; firstSeed: number };

/**
 * Runs `runs` random histories of two browsers and a store per block, with seeds from `firstSeed`:
 * edits, faults, crashes and sign-outs. A failure reports its seed and its shortest history.
 */
export function testOutboxHistories({ blocks, runs, firstSeed }: HistoryOptions): void {
  test.each(Array.from({ length: blocks }, (_, block) => firstSeed + block))(
    `${runs} histories lose no edit, do none twice, and write over nothing unseen (seed %i)`,
    async (seed) => {
      const shop = openOutboxShop();
      // Timers with a delay never fire; their work is done at the end of each history.
      vi.stubGlobal("setTimeout", (call: () => void, ms = 0) => ms === 0 && queueMicrotask(call));
      const steps = fc.array(step as fc.Arbitrary<Step>, { minLength: 1, maxLength: 30 });
      await fc.assert(
        fc.asyncProperty(steps, (steps) => playHistory(shop, steps)),
        { seed, numRuns: runs },
      );
    },
    TIMEOUT_MS,
  );
}

async function playHistory({ t, admins }: ReturnType<typeof openOutboxShop>, steps: Step[]) {
  const since = newestChange(t);
  const world = openOutboxWorld(t, admins);
  for (const each of steps) await perform(world, each);
  await finish(world);
  expect(await faultsOf(world, since)).toEqual([]);
  await settleAll(world);
  expect(await faultsOf(world, since)).toEqual([]);
  for (const { disk } of world.clients) expect(await disk.list()).toEqual([]);
}

async function perform(world: World, step: Step): Promise<void> {
  const client = world.clients[step.client];
  if (!client) return;
  const rows = await shown(client);
  const row = rows[(step.row ?? 0) % Math.max(rows.length, 1)];
  if (step.do === "edit" && row && step.field) {
    await write(world, client, editOf(row, step.field, world.nextValue()));
  } else if (step.do === "add") {
    await write(world, client, additionOf(world.nextValue()));
  } else if (step.do === "remove" && row) {
    const { id, version } = row;
    await write(world, client, { kind: "delete", table: TABLE, row: id, label: "", version });
  } else if (step.do === "send") {
    client.faults = [...(step.faults ?? [])];
    await sync(client);
    client.faults = [];
  } else if (step.do === "look") {
    await look(world, client);
  } else if (step.do === "sign-out") {
    client.isSignedOut = true;
    await sync(client);
    client.isSignedOut = false;
  } else if (step.do === "decide") {
    for (const entry of await client.disk.list()) await settleByHand(world, client, entry, step);
  }
}

/** Resolves a conflict as the owner would: keeps their own values or discards them. */
async function settleByHand(
  world: World,
  client: Client,
  entry: Entry,
  { mine }: Pick<Step, "mine">,
): Promise<void> {
  if (entry.state === "waiting") return;
  await client.outbox.start();
  const theirs = entry.theirs?.current;
  if (mine && entry.state === "conflict" && theirs) {
    for (const field of FIELDS) {
      client.known.add(theirs[field]);
      if ("values" in entry)
        world.promised.get(String(entry.values[field]))?.seen.add(theirs[field]);
    }
    await client.outbox.decide(entry.n, "values" in entry ? entry.values : {});
  } else {
    drop(world, entry);
    await client.outbox.discard(entry.n);
  }
}

/** Sends all pending edits over a working connection. */
async function finish({ clients }: World): Promise<void> {
  for (const client of clients) await sync(client);
}

async function settleAll(world: World): Promise<void> {
  for (let round = 0; round < 20; round++) {
    for (const client of world.clients) {
      for (const entry of await client.disk.list()) {
        await settleByHand(world, client, entry, { mine: round < 10 });
      }
      await sync(client);
    }
  }
}

async function faultsOf({ t, clients, ...world }: World, since: number): Promise<string[]> {
  const log = changesOf(t, TABLE).filter(({ id }) => id > since);
  const queues = await Promise.all(clients.map(({ disk }) => disk.list()));
  const held = queues.flat();
  const found: string[] = [];
  const heldValues = new Set(
    held.flatMap((entry) => ("values" in entry ? Object.values(entry.values) : [])),
  );
  for (const { by, field, value, seen } of world.promised.values()) {
    const writes = log.filter(
      ({ before, after }) => after?.[field] === value && before?.[field] !== value,
    );
    const isKept = heldValues.has(value) || world.released.has(value);
    if (writes.length === 0 && !isKept) found.push(`${value} is lost`);
    if (writes.length > 1) found.push(`${value} is done ${writes.length} times`);
    for (const { before } of writes) {
      const lost = before?.[field];
      const isKnown = !before || seen.has(lost) || world.promised.get(lost)?.by === by;
      if (!isKnown) found.push(`${value} is over ${lost}`);
    }
  }
  found.push(...outOfOrder(world, log));
  for (const name of world.added) {
    const made = log.filter(({ action, after }) => action === "insert" && after?.["name"] === name);
    const isKept = heldValues.has(name) || world.released.has(name);
    if (made.length === 0 && !isKept) found.push(`${name} was never added`);
    if (made.length > 1) found.push(`${name} was added ${made.length} times`);
  }
  for (const { state, problem } of held) {
    if (state === "rejected") found.push(`refused: ${problem?.message}`);
  }
  const gone = log.filter(({ action }) => action === "delete");
  for (const row of world.removed) {
    const isHeld = held.some((entry) => entry.kind === "delete" && entry.row === row);
    const isGone = isTemporary(row) || gone.some(({ rowId }) => rowId === row);
    if (!isGone && !isHeld && !world.released.has(row)) found.push(`row ${row} was never deleted`);
  }
  for (const { actor, before } of gone) {
    const client = clients.find(({ admin }) => actor === `admin:${admin.userId}`);
    const unseen = FIELDS.filter((field) => !client?.known.has(before?.[field]));
    if (unseen.length > 0) found.push(`a row was deleted whose ${unseen.join()} was never seen`);
  }
  return found;
}

/**
 * Returns the rows that received two edits of one owner in the wrong order. A row with a temporary and
 * a permanent id counts as two, because its browser does not know yet that they are one.
 */
function outOfOrder({ promised }: Pick<World, "promised">, log: ReturnType<typeof changesOf>) {
  const places = new Map(
    [...promised.values()].map((edit, place) => [edit.value, { ...edit, place }]),
  );
  const newest = new Map<string, number>();
  return log.flatMap(({ actor, before, after }) => {
    const changed = FIELDS.filter((field) => after?.[field] !== before?.[field]);
    const edits = changed.flatMap((field) => places.get(String(after?.[field])) ?? []);
    const late = edits.filter(({ row, place }) => place < (newest.get(`${actor} ${row}`) ?? 0));
    for (const { row, place } of edits) newest.set(`${actor} ${row}`, place);
    return late.map(({ row, value }) => `${value} of row ${row} is stored after a later edit`);
  });
}
