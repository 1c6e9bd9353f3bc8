import { isUnwritable } from "../../db/unwritable.ts";
import type { Deps } from "../deps.ts";
import { listChecks } from "../domain/health/checks.ts";
import { alarmOf, listUnreported, noteOutages } from "../domain/health/outages.ts";
import { askProvider } from "../domain/health/payments.ts";
import { sendAlarm } from "../mails/owner-mails.ts";
import { retryMails } from "../mails/send.ts";

/**
 * Runs all checks and mails the owner once per outage: through the queue, or directly while the
 * database can't be written.
 */
export async function watchHealth(deps: Deps): Promise<void> {
  await askProvider(deps);
  const lines = await listChecks(deps);
  try {
    noteOutages(deps, lines);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    for (const line of listUnreported(deps, lines)) {
      // An alarm that can't be sent is tried again in the next round.
      await sendAlarm(deps, alarmOf(line, deps.clock.now()));
      deps.watch.outages.reported.add(line.name);
    }
    return;
  }
  await retryMails(deps);
}
