import { expect, onTestFinished, test, vi } from "vitest";
import { countHandlers } from "../../../server/process/shutdown.ts";

/** What ends a request, and whether the data have been given up. */
function open() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const handlers = countHandlers();
  let isOver = false;
  const end = () => void handlers.end().then(() => (isOver = true));
  const isEnded = async (ms = 0) => {
    await vi.advanceTimersByTimeAsync(ms);
    return isOver;
  };
  return { handlers, end, isEnded };
}

test("the data are kept until the last answer has begun, whatever becomes of it", async () => {
  const { handlers, end, isEnded } = open();
  const first = Promise.withResolvers<Response>();
  const second = Promise.withResolvers<Response>();
  const answers = [handlers.run(() => first.promise), handlers.run(() => second.promise)];
  expect(() =>
    handlers.run(() => {
      throw new Error("a fault");
    }),
  ).toThrow("a fault");
  handlers.run(() => new Response());
  end();
  first.resolve(new Response());
  expect(await isEnded(9000)).toBe(false);
  second.reject(new Error("another fault"));
  const settled = await Promise.allSettled(answers);
  expect(await isEnded()).toBe(true);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
});

test("a body on its way is waited for, and one that does not come is given up", async () => {
  const { handlers, end, isEnded } = open();
  const soon = Promise.withResolvers<string>();
  const late = Promise.withResolvers<string>();
  const ask = (body: Promise<string>) =>
    handlers.run(async () => new Response(await handlers.receive(() => body)));
  const answers = [ask(soon.promise), ask(late.promise)];
  end();
  expect(await isEnded(1000)).toBe(false);
  soon.resolve("a body");
  expect(await (await answers[0])?.text()).toBe("a body");
  expect(await isEnded(900)).toBe(false);
  expect(await isEnded(100)).toBe(true);
  late.resolve("too late");
  await expect(answers[1]).rejects.toMatchObject({ code: "unavailable" });
});
