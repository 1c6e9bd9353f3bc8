import { ApiError, NO_NETWORK } from "../../lib/answer.ts";
import { randomKey } from "../../lib/random-key.ts";

const LEAST_REFUSAL = 400;
const TOO_MANY = 429;
const LEAST_SERVER_FAULT = 500;

/**
 * Keys of writes: one whose answer was lost gets the same key when it is sent again, so that it happens
 * once however often it is sent.
 */
export function createWriteKeys(newKey = randomKey) {
  const open = new Map<string, string>();

  return {
    /** Sends a write under its key. The key is forgotten with an answer that settles the write. */
    async send<Result>(write: unknown, send: (key: string) => Promise<Result>): Promise<Result> {
      const name = JSON.stringify(write);
      const key = open.get(name) ?? newKey();
      open.set(name, key);
      try {
        const result = await send(key);
        open.delete(name);
        return result;
      } catch (error) {
        if (isSettled(error)) open.delete(name);
        throw error;
      }
    },
  };
}

/** Whether an answer says that nothing was written. Without one, or from a proxy, it may have been. */
function isSettled(error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : undefined;
  return (
    status !== undefined &&
    status >= LEAST_REFUSAL &&
    status < LEAST_SERVER_FAULT &&
    status !== TOO_MANY
  );
}

/** Whether a call was sent and it is not known what it did. */
export function isAnswerLost(error: unknown): boolean {
  const wasSent =
    error instanceof ApiError && (error.code === NO_NETWORK || error.status !== undefined);
  return wasSent && !isSettled(error);
}
