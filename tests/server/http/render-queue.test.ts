import { expect, test } from "vitest";
import { renderQueue } from "../../../server/http/render-queue.ts";

/** Runs `work` with a counter of event loop turns. */
async function countRounds<Result>(work: (round: () => number) => Promise<Result>) {
  let rounds = 0;
  let immediate = setImmediate(function next() {
    rounds += 1;
    immediate = setImmediate(next);
  });
  try {
    return await work(() => rounds);
  } finally {
    clearImmediate(immediate);
  }
}

test("each turn has a round of the event loop for itself, and clients take turns", async () => {
  const queue = renderQueue({ perClient: 10, total: 10 });
  const turns = await countRounds(async (round) => {
    const order: [string, number][] = [];
    const page = (client: string) =>
      queue.run(client, async (turn) => {
        await turn();
        order.push([client, round()]);
      });
    await Promise.all([page("crowd"), page("crowd"), page("crowd"), page("buyer")]);
    return order;
  });
  expect(turns.map(([client]) => client)).toEqual(["crowd", "buyer", "crowd", "crowd"]);
  expect(new Set(turns.map(([, round]) => round)).size).toBe(4);
});

test("a client with too many pages under way is refused alone, until one of them is done", async () => {
  const queue = renderQueue({ perClient: 2, total: 10 });
  const held = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<void>();
  const first = queue.run("crowd", () => held.promise);
  expect(queue.refusalOf("crowd")).toBeUndefined();
  const second = queue.run("crowd", () => failed.promise);
  expect(queue.refusalOf("crowd")).toBe(429);
  expect(queue.refusalOf("buyer")).toBeUndefined();
  failed.reject(new Error("a page that failed"));
  await expect(second).rejects.toThrow("a page that failed");
  expect(queue.refusalOf("crowd")).toBeUndefined();
  held.resolve();
  await first;
});

test("past all places everybody is refused for the moment", async () => {
  const queue = renderQueue({ perClient: 2, total: 3 });
  const held = Promise.withResolvers<void>();
  const pages = ["a", "b", "c"].map((client) => queue.run(client, () => held.promise));
  expect(["a", "d"].map(queue.refusalOf)).toEqual([503, 503]);
  held.resolve();
  await Promise.all(pages);
  expect(queue.refusalOf("d")).toBeUndefined();
});
