import type { Config } from "../config.ts";
import { emailAddress } from "../contract/fields.ts";
import { keepToOwner } from "../data-dir.ts";
import { addAdministrator, removeAdministrator } from "../domain/sign-in/administrators.ts";
import { CommandError } from "../errors.ts";
import { openStore } from "../open-store.ts";

/**
 * The command `admin`: says who may administer, also beside a store that serves. Throws a CommandError
 * when what was asked for is not so afterwards.
 */
export async function admin(config: Config, [verb, given = ""]: string[]): Promise<void> {
  const email = emailAddress.safeParse(given).data;
  if (email === undefined) {
    throw new CommandError(`${given} is no email address: give one such as anna@example.com.`, 2);
  }
  keepToOwner();
  const { db } = await openStore(config);
  const change = verb === "add" ? addAdministrator : removeAdministrator;
  const isChanged = db.write((tx) => change(tx, email, { actor: "command", now: new Date() }));
  db.close();
  if (verb === "add") {
    return say(`${email} is an administrator${isChanged ? "" : " already"}: sign in, open /admin.`);
  }
  if (config.adminEmails.includes(email)) {
    throw new CommandError(
      `ADMIN_EMAILS still names ${email}: take it out, and start the store again.`,
    );
  }
  if (!isChanged) throw new CommandError(`${email} is no administrator: nothing has changed.`);
  say(`${email} is no administrator any more.`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
