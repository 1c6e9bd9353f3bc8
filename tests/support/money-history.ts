import { max } from "drizzle-orm";
import { expect } from "vitest";
import { orders } from "../../db/schema.ts";
import { sweep } from "../../server/domain/money/sweep.ts";
import { handleDueEvents } from "../../server/jobs/inbox.ts";
import { actualOf, type Asked, expectedOf, violations } from "./money-oracle.ts";
import { perform, type Step } from "./money-steps.ts";
import { type MoneyShop, openWorld, type World } from "./money-world.ts";

const HOUR_MS = 3_600_000;
let worlds = 0;

/** Lets a history happen, delivers what is left, and compares the shop with the provider. */
export async function playHistory(shop: MoneyShop, steps: Step[]): Promise<void> {
  const firstOrderId =
    shop.db
      .select({ id: max(orders.id) })
      .from(orders)
      .get()?.id ?? 0;
  const world = openWorld(shop, String(++worlds));
  const resends = new Map<string, number>();
  try {
    for (const step of steps) {
      if (step.do === "resend") countResend(world, step.session, resends);
      await perform(world, step);
    }
    await finish(world);
    check(world, { firstOrderId, resends });
  } finally {
    world.close();
  }
}

function countResend(world: World, at: number, resends: Map<string, number>): void {
  const sessions = world.sessions();
  const id = sessions[at % Math.max(1, sessions.length)]?.id ?? "";
  resends.set(id, (resends.get(id) ?? 0) + 1);
}

/** Everything that is still on its way arrives; sessions nobody paid run out. */
async function finish(world: World): Promise<void> {
  world.failNext(0);
  for (const event of world.underWay().toReversed()) world.deliver(event, 1);
  await handleDueEvents(world.deps);
  for (const { id } of world.store.list("settlement").filter(({ done }) => !done)) {
    world.control.settle(id, "succeeded");
  }
  world.sendMails("none");
  world.clock.advance(27 * HOUR_MS);
  await sweep(world.deps);
  await handleDueEvents(world.deps);
  world.sendMails("none");
}

function check(world: World, asked: Asked): void {
  expect(actualOf(world, asked)).toEqual(expectedOf(world));
  expect([...violations(world, asked)]).toEqual([]);
}
