import { sleep } from "../../lib/sleep.ts";
import { createListeners } from "../../lib/store.ts";
import type { AnswerStore } from "./answers.ts";
import type { CachedRead } from "./database.ts";
import { batch } from "./batch.ts";

/** How long people wait for an answer before they are shown what is kept. */
export const ANSWER_LIMIT_MS = 5000;
/** Screens that can be gone back to in a tab as they were read. */
const MOST_REMEMBERED = 100;
/** An answer that comes later than that is held for whoever asks again. */
const HELD_LATE_MS = 10_000;
/** A store that answers one call and not the next must not be asked for all of them at each answer. */
const BACK_PACE = { soonMs: 0, gapMs: 2000 };

type ReaderParts = {
  answers: AnswerStore;
  /** Whether a failure says nothing of the store: there is no network, or something else has answered. */
  isNoAnswer: (error: unknown) => boolean;
  limitMs?: number;
  now?: () => number;
};

export type Reading<Body> = {
  /** Its path and query. */
  key: string;
  ask: () => Promise<Body>;
  /** Aborted by its asker: the failure that follows says nothing of the store. */
  signal?: AbortSignal | undefined;
  /** The answer as it may stand on the disk; undefined when it must not. */
  toStored: (body: Body) => Promise<unknown>;
  /** What stands in for the answer before one that was kept. */
  instead?: () => Promise<Pick<CachedRead, "value" | "readAt"> | undefined>;
};

/** An answer; `readAt` when it was read on this device before, in milliseconds. */
export type Read<Body> = { body: Body; readAt?: number };

export type Reader = ReturnType<typeof createReader>;

/**
 * Reads by asking the store first. When it does not answer in time, what this device has kept is given
 * instead; a refusal of the store itself is never hidden by that.
 */
export function createReader({
  answers,
  isNoAnswer,
  limitMs = ANSWER_LIMIT_MS,
  now = Date.now,
}: ReaderParts) {
  const late = new Map<string, Promise<unknown>>();
  /** What this tab has read, whole: the disk has it without personal details. */
  const memory = new Map<string, Pick<CachedRead, "value" | "readAt">>();
  const fromDevice = new Set<string>();
  const listeners = createListeners();
  let isAway = false;
  const back = batch<undefined>(async () => listeners.notify(), BACK_PACE);

  /** A real answer came, whatever it says. */
  function heard(): void {
    if (!isAway) return;
    isAway = false;
    back.add(undefined);
  }

  async function start<Body>({ key, ask, toStored }: Reading<Body>): Promise<Body> {
    try {
      const body = await ask();
      remember(key, { value: body, readAt: now() });
      void keep(key, body, toStored);
      heard();
      return body;
    } catch (error) {
      if (!isNoAnswer(error)) heard();
      throw error;
    }
  }

  /** The newest readings of this tab, the newest last. */
  function remember(key: string, answer: Pick<CachedRead, "value" | "readAt">): void {
    memory.delete(key);
    memory.set(key, answer);
    const [oldest] = memory.keys();
    if (memory.size > MOST_REMEMBERED && oldest !== undefined) memory.delete(oldest);
  }

  /** What the device refuses to keep is only not there later. */
  async function keep<Body>(key: string, body: Body, toStored: Reading<Body>["toStored"]) {
    const readAt = now();
    try {
      const value = await toStored(body);
      if (value !== undefined) await answers.keep({ key, value, readAt });
    } catch {}
  }

  function holdLate(key: string, asked: Promise<unknown>): void {
    late.set(key, asked);
    const drop = () => late.get(key) === asked && late.delete(key);
    void asked.then(() => setTimeout(drop, HELD_LATE_MS), drop);
  }

  async function findInstead<Body>({
    key,
    instead,
  }: Reading<Body>): Promise<Read<Body> | undefined> {
    const found =
      memory.get(key) ?? (await instead?.()) ?? (await answers.find(key).catch(() => undefined));
    return found && { body: found.value as Body, readAt: found.readAt };
  }

  return {
    async read<Body>(reading: Reading<Body>): Promise<Read<Body>> {
      const { key, signal } = reading;
      const asked = (late.get(key) as Promise<Body> | undefined) ?? start(reading);
      const first = await Promise.race([settled(asked), sleep(limitMs)]);
      signal?.throwIfAborted();
      if (first && "error" in first && !isNoAnswer(first.error)) throw first.error;
      if (first && "body" in first) {
        late.delete(key);
        fromDevice.delete(key);
        return first;
      }
      isAway = true;
      if (!first) holdLate(key, asked);
      const kept = await findInstead(reading);
      if (!kept) return { body: await asked };
      fromDevice.add(key);
      return kept;
    },

    heard,
    /** Forgets what this tab has read: a device that keeps nothing of it shows nothing of it either. */
    forget: () => memory.clear(),
    /** Brings what this tab has read up to date, reading by reading. */
    edit(change: (key: string, value: unknown) => unknown): void {
      for (const [key, { value, readAt }] of memory) {
        memory.set(key, { value: change(key, value), readAt });
      }
    },
    /** Whether what was read last of this was given by the device. */
    isFromDevice: (key: string) => fromDevice.has(key),

    /** Calls back when the store answers again, now and then at most. Returns the call that ends it. */
    onBack: listeners.add,
  };
}

function settled<Body>(asked: Promise<Body>): Promise<{ body: Body } | { error: unknown }> {
  return asked.then(
    (body) => ({ body }),
    (error: unknown) => ({ error }),
  );
}
