import { eq } from "drizzle-orm";
import { users } from "../../db/schema.ts";
import { realPages } from "./page-desk.ts";
import { openShop } from "./shop.ts";
import { signedIn } from "./sign-in.ts";

export const OLD = "anna@example.com";
export const NEW = "anna@work.example";
/** An administrator. */
export const OWNER = "owner@shop.example";

/** Opens a shop in which Anna is signed in. */
export async function openAnnasShop() {
  const shop = await openShop({ web: realPages, env: { ADMIN_EMAILS: OWNER } });
  const own = await signedIn(shop, OLD);
  const ask = (email = NEW, by = own) => by.postForm("/account", { email });
  const codeTo = (to: string) => {
    const mail = shop.mails.findLast((each) => each.to === to);
    return /^(\d{6}) is your \S+ code for a new email$/.exec(mail?.subject ?? "")?.[1] ?? "";
  };
  return {
    ...shop,
    own,
    ask,
    codeTo,
    /** Requests the codes of a change and returns both, as the form posts them. */
    async asked(email = NEW, current = OLD) {
      await ask(email);
      await shop.settle();
      return { email, otp: codeTo(email), currentOtp: codeTo(current) };
    },
    confirm: (fields: Record<string, string>, by = own) => by.postForm("/account", fields),
    account: () => shop.db.select().from(users).where(eq(users.email, OLD)).get(),
    user: async () => (await own.get("/api/users/me")).json(),
  };
}

/** Returns the status of a response and where it leads. */
export const targetOf = ({ status, headers }: Response) => [status, headers.get("Location")];
