import { subscriptionRecords } from "../../db/schema.ts";
import { DAY_MS, fileLink, openClubShop, ordersOf } from "./money.ts";
import { buy, readDetail, signIn } from "./shop.ts";

export const MEMBER = "member@example.com";
export const FIRST_END = new Date("2026-12-21T10:00:00.000Z");
export const SECOND_END = new Date("2027-01-21T10:00:00.000Z");

type ClubShop = Awaited<ReturnType<typeof openClubShop>>;

export const recordsOf = ({ db }: Pick<ClubShop, "db">) =>
  db.select().from(subscriptionRecords).all();

/**
 * Opens a shop with a member who joined the monthly club today. `filesOf` counts the files on the
 * success page for the account; `link` is the file link from the mail.
 */
export async function member() {
  const shop = await openClubShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.club], email: MEMBER });
  const account = signIn(shop, MEMBER, { lifetimeMs: 2 * 365 * DAY_MS });
  return {
    shop,
    sessionId,
    control: shop.simulator.control,
    id: ordersOf(shop)[0]?.subscriptionId ?? "",
    filesOf: async () => (await readDetail(account, sessionId)).products[0]?.files.length,
    /** Sets the clock to `ms` milliseconds after `end`. */
    until: (end: Date, ms: number) =>
      shop.clock.advance(end.getTime() + ms - shop.clock.now().getTime()),
    link: fileLink(shop.mails[0]?.text, "Monthly-Club"),
  };
}
