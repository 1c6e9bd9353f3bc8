import type { Deps } from "../../server/deps.ts";
import type { Payments } from "../../server/ports/payments.ts";
import { CHECK_NAMES, listChecks } from "../../server/domain/issues/checks.ts";
import type { CheckName } from "../../server/domain/issues/kinds.ts";
import { watchHealth } from "../../server/process/jobs.ts";
import type { Mail } from "../../server/ports/mail.ts";
import type { TestApp } from "./create-test-app.ts";
import { emailsOf } from "./money.ts";

/** Returns a line of the health page, such as "bad: The last one is 2 days old ...". */
export async function lineOf({ deps }: Pick<TestApp, "deps">, name: CheckName): Promise<string> {
  const line = (await listChecks(deps)).find((each) => each.name === name);
  return `${line?.state}: ${line?.text}`;
}

/** Returns the states of all checks that are neither ok nor unknown, by name. */
export async function troubleOf({ deps }: Pick<TestApp, "deps">): Promise<Record<string, string>> {
  const lines = await listChecks(deps);
  if (lines.length !== CHECK_NAMES.length) throw new Error("A check gives no line.");
  return Object.fromEntries(
    lines.flatMap(({ name, state }) =>
      state === "ok" || state === "unknown" ? [] : [[name, state]],
    ),
  );
}

export function mendPayments({ deps }: { deps: Deps }, patch: Partial<Payments>): void {
  deps.payments = { ...deps.payments, ...patch };
}

export function behindUs(t: Pick<TestApp, "deps" | "clock">, ms: number): void {
  mendPayments(t, { readClock: async () => new Date(t.clock.now().getTime() - ms) });
}

/** Runs the health job once and sends every due mail. */
export async function watchRound(t: Pick<TestApp, "deps" | "settle">): Promise<void> {
  await watchHealth(t.deps);
  await t.settle();
}

export const alarmsOf = (t: Pick<TestApp, "db" | "app" | "simulator">): unknown[] =>
  emailsOf(t).flatMap(({ kind, data }) => (kind === "alarm" ? [data["title"]] : []));

export const subjectsOf = (mails: readonly Mail[]) => mails.map(({ subject }) => subject);
