import pino from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { startLoop } from "../../../server/process/loop.ts";

const HOUR_MS = 3_600_000;

function loopOf(round: () => Promise<void>, everyMs = HOUR_MS) {
  const logged: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const loop = startLoop({ name: "test", everyMs, round, log });
  onTestFinished(() => loop.stop());
  return { loop, logged };
}

test("runs a round at the start", async () => {
  const round = vi.fn(async () => {});
  await loopOf(round).loop.idle();
  expect(round).toHaveBeenCalledTimes(1);
});

test("a round that throws is logged, and the next one runs", async () => {
  let rounds = 0;
  const { loop, logged } = loopOf(async () => {
    rounds += 1;
    if (rounds === 1) throw new Error("disk trouble");
  });
  await loop.idle();
  expect(logged).toMatchObject([{ msg: "test round failed", err: { message: "disk trouble" } }]);
  loop.wake();
  await loop.idle();
  expect(rounds).toBe(2);
  expect(logged).toHaveLength(1);
});

test("never runs two rounds at once; what is asked meanwhile is one round more", async () => {
  let running = 0;
  let most = 0;
  let rounds = 0;
  const { loop } = loopOf(async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    if (rounds === 0) for (let i = 0; i < 10; i++) loop.wake();
    await Promise.resolve();
    rounds += 1;
    running -= 1;
  });
  await loop.idle();
  expect({ most, rounds }).toEqual({ most: 1, rounds: 2 });
});

test("runs by itself at least as often as promised, until it is stopped", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const round = vi.fn(async () => {});
  const { loop } = loopOf(round, 5000);
  await loop.idle();
  vi.advanceTimersByTime(5000);
  await loop.idle();
  expect(round).toHaveBeenCalledTimes(2);
  await loop.stop();
  vi.advanceTimersByTime(50_000);
  loop.wake();
  await loop.idle();
  expect(round).toHaveBeenCalledTimes(2);
});

test("stopping waits for the round under way and starts no other", async () => {
  const gate = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  let ended = 0;
  const { loop } = loopOf(async () => {
    started.resolve();
    await gate.promise;
    ended += 1;
  });
  await started.promise;
  loop.wake();
  const stopped = loop.stop();
  gate.resolve();
  await stopped;
  expect(ended).toBe(1);
});
