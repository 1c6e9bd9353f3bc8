import { DAY_MS } from "../../../server/contract/time.ts";
import type { AdminStorage, AnswerFact, CachedRead } from "./database.ts";

const MOST_BYTES = 50 * 1024 * 1024;
const UNSEEN_MS = 7 * DAY_MS;
const ANSWERS_BETWEEN_TRIMS = 50;

/** Storage of answers. Both calls may reject. */
export type AnswerStore = {
  find: (key: string) => Promise<CachedRead | undefined>;
  keep: (answer: CachedRead) => Promise<void>;
};

/**
 * Answers stored for offline reading. Those not read for a week are dropped, and beyond the size limit
 * those not read for longest.
 */
export function deviceAnswers(storage: AdminStorage, now: () => number = Date.now) {
  let stored = 0;

  const trim = () =>
    storage.use(async (db) => {
      const facts = await db.getAll("answerFacts");
      const transaction = db.transaction(["answers", "answerFacts"], "readwrite");
      for (const key of findDropped(facts, now())) {
        void transaction.objectStore("answers").delete(key);
        void transaction.objectStore("answerFacts").delete(key);
      }
      await transaction.done;
    });

  return {
    find: (key: string) =>
      storage.use(async (db) => {
        const [answer, fact] = await Promise.all([
          db.get("answers", key),
          db.get("answerFacts", key),
        ]);
        if (fact) await db.put("answerFacts", { ...fact, usedAt: now() });
        return answer;
      }),

    async keep(answer: CachedRead): Promise<void> {
      const { key, readAt } = answer;
      const bytes = JSON.stringify(answer.value).length;
      await storage.use(async (db) => {
        const transaction = db.transaction(["answers", "answerFacts"], "readwrite");
        void transaction.objectStore("answers").put(answer);
        void transaction.objectStore("answerFacts").put({ key, readAt, usedAt: readAt, bytes });
        await transaction.done;
      });
      if (stored % ANSWERS_BETWEEN_TRIMS === 0) await trim();
      stored += 1;
    },

    listFacts: () => storage.use((db) => db.getAll("answerFacts")),

    clear: () =>
      storage.use(async (db) => {
        const transaction = db.transaction(["answers", "answerFacts"], "readwrite");
        void transaction.objectStore("answers").clear();
        void transaction.objectStore("answerFacts").clear();
        await transaction.done;
      }),
  };
}
export type DeviceAnswers = ReturnType<typeof deviceAnswers>;

export function findDropped(facts: readonly AnswerFact[], now: number): string[] {
  let bytes = 0;
  return facts
    .toSorted((one, other) => other.usedAt - one.usedAt)
    .filter((fact) => {
      bytes += fact.bytes;
      return bytes > MOST_BYTES || fact.usedAt < now - UNSEEN_MS;
    })
    .map(({ key }) => key);
}
