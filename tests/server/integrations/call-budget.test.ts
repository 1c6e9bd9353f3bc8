import { expect, test } from "vitest";
import { callBudget } from "../../../server/integrations/stripe/call-budget.ts";

type Asker = Parameters<ReturnType<typeof callBudget>["take"]>[0];

/** A budget whose time passes only while a call waits for it. */
function budget() {
  let time = 0;
  const { take } = callBudget({
    now: () => time,
    sleep: async (ms) => {
      const end = time + ms;
      await Promise.resolve();
      time = Math.max(time, end);
    },
  });
  /** When each call has left; undefined for those that were refused. */
  const times = async (asker: Asker, calls: number) => {
    const left: (number | undefined)[] = [];
    const attempt = () =>
      take(asker).then(
        () => time,
        () => undefined,
      );
    for (let call = 0; call < calls; call++) left.push(await attempt());
    return left;
  };
  return { times, take, advance: (ms: number) => void (time += ms) };
}

test("a page past its 20 calls a second is refused at once, and asks again a second later", async () => {
  const t = budget();
  expect(await t.times("page", 25)).toEqual([...Array(20).fill(0), ...Array(5).fill(undefined)]);
  t.advance(999);
  expect(await t.times("page", 1)).toEqual([undefined]);
  t.advance(1);
  expect(await t.times("page", 1)).toEqual([1000]);
});

test.each(["payment", "page", "background"] as const)(
  "a call for a %s leaves at once on a clock that goes on meanwhile",
  async (asker) => {
    let time = 0;
    const sleep = () => Promise.reject(new Error("There is nothing to wait for."));
    const { take } = callBudget({ now: () => time++, sleep });
    for (let call = 0; call < 20; call++) await take(asker);
  },
);

test("a payment past all 80 waits for its turn, and is refused past three seconds", async () => {
  const { take } = budget();
  const taken = await Promise.allSettled(Array.from({ length: 400 }, () => take("payment")));
  const refused = taken.flatMap(({ status }, nth) => (status === "rejected" ? nth : []));
  expect(refused).toEqual(Array.from({ length: 80 }, (_, nth) => 320 + nth));
});

test("no second has more than 80 calls, and payments have the room that pages leave", async () => {
  const t = budget();
  const pages = await t.times("page", 30);
  const payments = await t.times("payment", 200);
  const left = [...pages, ...payments].filter((time) => time !== undefined);
  expect(pages.filter((time) => time === 0)).toHaveLength(20);
  expect(payments.filter((time) => time === 0)).toHaveLength(60);
  for (const start of left) {
    expect(left.filter((time) => time >= start && time < start + 1000).length).toBeLessThan(81);
  }
});

test("the background waits where pages are refused, 20 calls a second", async () => {
  const left = await budget().times("background", 50);
  expect(left).toEqual([...Array(20).fill(0), ...Array(20).fill(1000), ...Array(10).fill(2000)]);
});
