import { expect, test } from "vitest";
import { openBrowser } from "../../support/browser.ts";
import { ordersOf } from "../../support/money.ts";
import { realPages } from "../../support/page-desk.ts";
import { buy, openShop, signIn } from "../../support/shop.ts";
import { changeSettings } from "../../support/shop-settings.ts";

const BUYER = "anna@example.com";

// The shop's clock starts on November 21, 2026 at 10:00 AM UTC.
test.each([
  ["UTC", "November 21, 2026", "10:00 AM UTC", "January 20, 2027"],
  ["Pacific/Kiritimati", "November 22, 2026", "12:00 AM GMT+14", "January 21, 2027"],
])(
  "with the zone %s the receipt, mails and withdrawal have the day %s, and times say %s",
  async (timeZone, day, clock, linksEnd) => {
    const t = await openShop({ web: realPages });
    changeSettings(t, { timeZone });
    await buy(t, t.browser, { products: [t.pack], email: BUYER });
    const number = ordersOf(t)[0]?.number ?? "";
    const receipt = await t.browser.get(`/account/orders/${number}`);
    expect(await receipt.text()).toContain(`Order ${number}, paid on ${day}`);
    const account = await signIn(t, BUYER).get("/account");
    expect(await account.text()).toContain(day);
    expect(t.mails[0]?.text).toContain(`the links work until ${linksEnd}`);

    t.mails.length = 0;
    const visitor = openBrowser(t);
    const fields = { name: "Anna Bear", email: BUYER, number };
    const send = async (values: Record<string, string>) =>
      (await visitor.postForm("/withdraw", values)).text();
    const statement = `order ${number} of ${day}: Premium Pack`;
    const first = await send(fields);
    expect(first).toContain(statement);
    expect(first).toContain(`${day}</dd>`);
    const moment = `${day} at ${clock}`;
    expect(await send({ ...fields, confirm: "1" })).toContain(moment);
    await t.settle();
    expect(t.mails).toHaveLength(2);
    for (const { text } of t.mails) {
      expect(text).toContain(statement);
      expect(text).toContain(moment);
    }
  },
);
