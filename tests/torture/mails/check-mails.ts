import { openReader } from "../../../db/client.ts";
import { damages, type Finding } from "../check/finding.ts";
import type { TakenMail } from "../shared/mail-sink.ts";

export type MailCheck = {
  findings: Finding[];
  /** Copies beyond the first, of all mails together. */
  duplicates: number;
  /** The most that any one mail was received. */
  mostCopies: number;
};

type MailRow = { messageId: string; recipient: string; status: string; lastError: string | null };

/**
 * Compares the queue of a store that has ended with what the mail server took: every mail sent, none
 * lost, each under one Message-ID, and no more copies than `allowedDuplicates` in all.
 */
export function checkMails(
  database: string,
  { taken, allowedDuplicates }: { taken: TakenMail[]; allowedDuplicates: number },
): MailCheck {
  const { sqlite, close } = openReader(database);
  const rows = sqlite
    .prepare<[], MailRow>(
      "SELECT message_id AS messageId, recipient, status, last_error AS lastError FROM emails",
    )
    .all();
  const findings = damages(sqlite);
  close();

  const byRecipient = Map.groupBy(taken, ({ recipient }) => recipient);
  for (const { messageId, recipient, status, lastError } of rows) {
    const copies = byRecipient.get(recipient) ?? [];
    if (copies.length === 0) findings.push({ kind: "lost", what: `the mail to ${recipient}` });
    if (copies.some((copy) => copy.messageId !== messageId)) {
      findings.push({ kind: "doubled", what: `Message-IDs of the mail to ${recipient}` });
    }
    if (status !== "sent") {
      findings.push({ kind: "lost", what: `the mail to ${recipient} is ${status}: ${lastError}` });
    }
  }
  const duplicates = taken.length - byRecipient.size;
  if (duplicates > allowedDuplicates) {
    const what = `${duplicates} copies, where ${allowedDuplicates} may be`;
    findings.push({ kind: "doubled", what });
  }
  const mostCopies = Math.max(0, ...[...byRecipient.values()].map((copies) => copies.length));
  return { findings, duplicates, mostCopies };
}
