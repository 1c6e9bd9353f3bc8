import { expect, onTestFinished, test, vi } from "vitest";
import { trackRequests } from "../../../server/process/shutdown.ts";

/** Tracks requests; `drainedAfter` advances the clock and returns whether `drain` has resolved. */
function open() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const requests = trackRequests();
  let isDrained = false;
  const drain = () => void requests.drain().then(() => (isDrained = true));
  const drainedAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return isDrained;
  };
  return { requests, drain, drainedAfter };
}

test("the database stays open until the last response has begun, or failed", async () => {
  const { requests, drain, drainedAfter } = open();
  const first = Promise.withResolvers<Response>();
  const second = Promise.withResolvers<Response>();
  const answers = [requests.run(() => first.promise), requests.run(() => second.promise)];
  expect(() =>
    requests.run(() => {
      throw new Error("a fault");
    }),
  ).toThrow("a fault");
  requests.run(() => new Response());
  drain();
  first.resolve(new Response());
  expect(await drainedAfter(9000)).toBe(false);
  second.reject(new Error("another fault"));
  await Promise.allSettled(answers);
  expect(await drainedAfter(0)).toBe(true);
});

test("an incomplete body is waited for, and refused after two seconds", async () => {
  const { requests, drain, drainedAfter } = open();
  const soon = Promise.withResolvers<string>();
  const ask = (body: Promise<string>) =>
    requests.run(async () => new Response(await requests.receive(() => body)));
  const inTime = ask(soon.promise);
  const late = Promise.resolve(ask(new Promise(() => {}))).catch((error: unknown) => error);
  drain();
  expect(await drainedAfter(1900)).toBe(false);
  soon.resolve("a body");
  expect(await (await inTime).text()).toBe("a body");
  expect(await drainedAfter(100)).toBe(true);
  expect(await late).toMatchObject({ code: "unavailable" });
});
