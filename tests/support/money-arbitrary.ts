import fc from "fast-check";
import type { Step } from "./money-steps.ts";

const index = fc.nat({ max: 5 });
const buyer = fc.nat({ max: 1 });
const start = fc.record({
  do: fc.constant("start" as const),
  buyer,
  // Often the same cart: what is asked for again is what goes wrong.
  lines: fc.oneof(
    fc.constant<number[]>([0]),
    fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 }),
  ),
});
const pay = fc.record({
  do: fc.constant("pay" as const),
  session: index,
  buyer,
  card: fc.constantFrom(
    "good" as const,
    "good" as const,
    "good" as const,
    "delayed" as const,
    "declined" as const,
  ),
});
const visit = fc.record({
  do: fc.constant("visit" as const),
  session: index,
  buyer: fc.nat({ max: 2 }),
});
const deliver = fc.record({
  do: fc.constant("deliver" as const),
  event: index,
  times: fc.constantFrom(1, 1, 1, 2, 5),
});
const handle = fc.constant<Step>({ do: "handle" });
const sweepStep = fc.record({
  do: fc.constant("sweep" as const),
  late: fc.boolean(),
  fails: fc.boolean(),
});
const refund = fc.record({
  do: fc.constant("refund" as const),
  session: index,
  part: fc.constantFrom(
    "rest" as const,
    "line" as const,
    "halves" as const,
    "price" as const,
    "goodwill" as const,
  ),
  line: fc.nat({ max: 2 }),
});
const calling = fc.oneof(start, visit, handle, sweepStep);
const death = fc.record({ afterCalls: fc.nat({ max: 2 }), workDone: fc.boolean() });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: start },
  { weight: 6, arbitrary: pay },
  { weight: 3, arbitrary: visit },
  { weight: 6, arbitrary: deliver },
  { weight: 4, arbitrary: handle },
  { weight: 4, arbitrary: refund },
  { weight: 2, arbitrary: sweepStep },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("settle" as const), session: index, ok: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("expire" as const), session: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("drop" as const),
      event: index,
      all: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("dispute" as const), session: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("decide" as const),
      session: index,
      result: fc.constantFrom("won" as const, "lost" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("mail" as const),
      trouble: fc.constantFrom(
        "none" as const,
        "none" as const,
        "refused" as const,
        "dies-before" as const,
        "dies-after" as const,
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("resend" as const), session: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("correct" as const),
      session: index,
      buyer,
      to: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("tick" as const),
      minutes: fc.constantFrom(1, 6, 16, 130, 1400),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("outage" as const),
      calls: fc.integer({ min: 1, max: 3 }),
      during: calling,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("crash" as const),
      death,
      released: fc.boolean(),
      again: fc.boolean(),
      during: calling,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("together" as const),
      steps: fc.array(calling, { minLength: 2, maxLength: 3 }),
    }),
  },
);

/** A history: one purchase to begin with, then whatever comes. */
export const history: fc.Arbitrary<Step[]> = fc
  .tuple(start, pay, fc.array(step, { minLength: 3, maxLength: 9 }))
  .map(([first, second, rest]) => [first, second, ...rest]);
