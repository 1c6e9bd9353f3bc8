import { type AdminAuthor, authorOf } from "../../server/domain/sign-in/administrators.ts";
import type { TestApp } from "./create-test-app.ts";

/** Returns an author whose rights and passkey are not checked. */
export function adminAuthor({ db, clock }: Pick<TestApp, "db" | "clock">, id = 1): AdminAuthor {
  const rights = { requirePasskey() {}, isAdministrator: () => false, write: db.write };
  return authorOf({ id, ...rights }, clock.now());
}
