import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import type { PasskeyChange } from "../../../db/enums.ts";
import { passkeyChanges, type passkeys } from "../../../db/passkey-schema.ts";
import { type Author, insertRow, updateRow } from "../../../db/record.ts";
import { conflict } from "../../errors.ts";
import { queueMail } from "../mails/queue-mail.ts";

type ChangedPasskey = {
  change: PasskeyChange;
  email: string;
  passkey: Pick<typeof passkeys.$inferSelect, "name">;
  author: Author;
};

/** Stores that an administrator's passkey was added or removed, and mails it to their email. */
export function notePasskeyChange(
  tx: Transaction,
  { change, email, passkey: { name }, author }: ChangedPasskey,
): void {
  const { id } = insertRow(tx, passkeyChanges, { email, name, change }, author);
  queueMail(tx, {
    uniqueKey: `passkey-changed:${id}`,
    kind: "passkey_changed",
    recipient: email,
    about: { changeId: id },
    author,
  });
}

/** Removes a change from "Needs attention". Throws AppError `conflict` when it is acknowledged. */
export function acknowledgePasskeyChange(
  tx: Transaction,
  { id, author }: { id: number; author: Author },
): void {
  const isOpen = and(eq(passkeyChanges.id, id), isNull(passkeyChanges.doneAt));
  if (!tx.select({ id: passkeyChanges.id }).from(passkeyChanges).where(isOpen).get()) {
    throw conflict("This change is already acknowledged.");
  }
  updateRow(tx, passkeyChanges, id, { doneAt: author.now }, author);
}
