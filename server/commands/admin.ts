import type { Config } from "../config.ts";
import { emailAddress } from "../contract/fields.ts";
import { restrictToOwner } from "../data/data-dir.ts";
import { makeAdminLink } from "../domain/sign-in/sign-in-link.ts";
import { addAdministrator, removeAdministrator } from "../domain/sign-in/administrators.ts";
import { CommandError } from "../errors.ts";
import { openStore } from "../data/open-store.ts";

/**
 * Runs `admin`: adds or removes an administrator, or prints a sign-in link that needs no passkey.
 * Throws CommandError.
 */
export async function admin(config: Config, [verb, given = ""]: string[]): Promise<void> {
  const email = emailAddress.safeParse(given).data;
  if (email === undefined) {
    throw new CommandError(`${given} is no email address: use one such as anna@example.com.`, 2);
  }
  restrictToOwner();
  const { db, secret } = await openStore(config);
  if (verb === "link") {
    const link = makeAdminLink({ db, secret, config, clock: { now: () => new Date() } }, email);
    db.close();
    if (link !== undefined) {
      process.stderr.write("This link signs in once, within an hour, without a passkey.\n");
      return say(link);
    }
    throw new CommandError(`${email} is no administrator: run admin add first.`);
  }
  const author = { actor: "command", now: new Date() };
  if (verb === "add") {
    const isNew = db.write((tx) => addAdministrator(tx, email, author));
    db.close();
    return say(`${email} is an administrator${isNew ? "" : " already"}: sign in, open /admin.`);
  }
  const outcome = db.write((tx) => removeAdministrator(tx, { email, config }, author));
  db.close();
  if (outcome === "last") {
    throw new CommandError(
      `${email} is the last administrator: add another one first with admin add EMAIL.`,
    );
  }
  if (config.adminEmails.includes(email)) {
    throw new CommandError(
      `ADMIN_EMAILS still contains ${email}: remove it and restart the store.`,
    );
  }
  if (outcome === "none")
    throw new CommandError(`${email} is no administrator: nothing was changed.`);
  say(`${email} is no longer an administrator.`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
