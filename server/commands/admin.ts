import type { Config } from "../config.ts";
import { emailAddress } from "../contract/fields.ts";
import { keepToOwner } from "../data-dir.ts";
import { addAdministrator, removeAdministrator } from "../domain/sign-in/administrators.ts";
import { openStore } from "../open-store.ts";

const USAGE = "Usage: papercub admin add EMAIL\n       papercub admin remove EMAIL";

/**
 * The command `admin`: says who may administer, also beside a store that serves. Ends with status 1
 * when its words are wrong, or when what was asked for is not so afterwards.
 */
export async function admin(config: Config, [verb, given, ...more]: string[]): Promise<void> {
  if ((verb !== "add" && verb !== "remove") || given === undefined || more.length > 0) {
    return refuse(USAGE);
  }
  const email = emailAddress.safeParse(given).data;
  if (email === undefined) return refuse(`${given}: is no email address`);
  keepToOwner();
  const { db } = await openStore(config);
  const change = verb === "add" ? addAdministrator : removeAdministrator;
  const isChanged = db.write((tx) => change(tx, email, { actor: "command", now: new Date() }));
  db.close();
  if (verb === "add") {
    return say(`${email} is an administrator${isChanged ? "" : " already"}: sign in, open /admin.`);
  }
  if (config.adminEmails.includes(email)) {
    return refuse(`ADMIN_EMAILS still names ${email}: take it out, and start the store again.`);
  }
  if (!isChanged) return refuse(`${email} is no administrator.`);
  say(`${email} is no administrator any more.`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function refuse(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
