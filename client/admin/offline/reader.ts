import { sleep } from "../../lib/retry.ts";
import { createListeners } from "../../lib/store.ts";
import type { AnswerStore } from "./answers.ts";
import type { CachedRead } from "./database.ts";
import { batch } from "./batch.ts";

/** Without an answer for so long the stored data is shown. */
export const ANSWER_LIMIT_MS = 5000;
/** Answers that a tab keeps in memory. */
const MOST_REMEMBERED = 100;
/** How long a late answer is held for the next read. */
const HELD_LATE_MS = 10_000;
/** Limits refetching when the store answers only some calls. */
const BACK_PACE = { soonMs: 0, gapMs: 2000 };

type ReaderParts = {
  answers: AnswerStore;
  /** Whether a failure did not come from the store. */
  isNoAnswer: (error: unknown) => boolean;
  limitMs?: number;
  now?: () => number;
};

export type Reading<Body> = {
  key: string;
  ask: () => Promise<Body>;
  signal?: AbortSignal | undefined;
  /** The answer as it may be stored; undefined when it must not be. */
  toStored: (body: Body) => Promise<unknown>;
  /** Preferred over a stored answer. */
  instead?: () => Promise<Pick<CachedRead, "value" | "readAt"> | undefined>;
};

/** An answer; `readAt` in milliseconds when it comes from this device. */
export type Read<Body> = { body: Body; readAt?: number };

/**
 * Reads from the store first. Without an answer in time it returns the stored answer; a refusal of the
 * store is never hidden.
 */
export function createReader({
  answers,
  isNoAnswer,
  limitMs = ANSWER_LIMIT_MS,
  now = Date.now,
}: ReaderParts) {
  const late = new Map<string, Promise<unknown>>();
  /** Whole answers of this tab; the disk has them without personal details. */
  const memory = new Map<string, Pick<CachedRead, "value" | "readAt">>();
  const fromDevice = new Set<string>();
  const listeners = createListeners();
  let isAway = false;
  const back = batch<undefined>(async () => listeners.notify(), BACK_PACE);

  /** The store has answered. */
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

  /** Keeps the newest answers, the newest last. */
  function remember(key: string, answer: Pick<CachedRead, "value" | "readAt">): void {
    memory.delete(key);
    memory.set(key, answer);
    const [oldest] = memory.keys();
    if (memory.size > MOST_REMEMBERED && oldest !== undefined) memory.delete(oldest);
  }

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
    forget: () => memory.clear(),
    edit(change: (key: string, value: unknown) => unknown): void {
      for (const [key, { value, readAt }] of memory) {
        memory.set(key, { value: change(key, value), readAt });
      }
    },
    /** Whether the last answer came from this device. */
    isFromDevice: (key: string) => fromDevice.has(key),

    /** Calls back when the store answers again, at a limited rate. Returns the call that ends it. */
    onBack: listeners.add,
  };
}

function settled<Body>(asked: Promise<Body>): Promise<{ body: Body } | { error: unknown }> {
  return asked.then(
    (body) => ({ body }),
    (error: unknown) => ({ error }),
  );
}
