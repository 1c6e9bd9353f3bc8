import { isUnwritable } from "../../db/unwritable.ts";
import type { Deps } from "../deps.ts";
import { listChecks } from "../domain/health/checks.ts";
import { compareClocks } from "../domain/health/clock.ts";
import { alarmOf, listUntold, noteOutages } from "../domain/health/outages.ts";
import { sendAlarm } from "../mails/alarm.ts";
import { retryMails } from "../mails/send.ts";

/**
 * Looks after the store: compares the clocks, reads every line of the health page, and tells the owner
 * once of each that is red (decision: alarms). By mail of the queue; past it where nothing can be stored.
 */
export async function watchHealth(deps: Deps): Promise<void> {
  await compareClocks(deps);
  const lines = await listChecks(deps);
  try {
    noteOutages(deps, lines);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    await tellAtOnce(deps, lines);
    return;
  }
  await retryMails(deps);
}

type Lines = Parameters<typeof listUntold>[1];

/** What can't be sent is told in the next round. */
async function tellAtOnce(deps: Deps, lines: Lines): Promise<void> {
  for (const line of listUntold(deps, lines)) {
    await sendAlarm(deps, alarmOf(line, deps.clock.now()));
    deps.watch.outages.told.add(line.name);
  }
}
