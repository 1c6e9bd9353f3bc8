import { describe, expect, test } from "vitest";
import type { MailTopic } from "../../../db/enums.ts";
import { mailPreferences } from "../../../db/buyer-schema.ts";
import {
  isUnwanted,
  isWanted,
  setWanted,
  stopUrl,
} from "../../../server/domain/mails/mail-preferences.ts";
import { type Browser, openBrowser } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { press } from "../../support/desk-shop.ts";
import { realPages } from "../../support/page-desk.ts";
import { buy, local, openShop, signIn } from "../../support/shop.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import { makePdf, sendFile } from "../../support/uploads.ts";

const ANNA = "anna@example.com";

function open() {
  const t = createTestApp({ web: realPages });
  const author = { actor: "test", now: t.clock.now() };
  return {
    ...t,
    browser: openBrowser(t),
    linkOf: (topic: MailTopic, email = ANNA) => local(stopUrl(t.deps, { email, topic })),
    want: (topic: MailTopic, wanted: boolean, email = ANNA) =>
      t.db.write((tx) => setWanted(tx, { email, topic, wanted, author })),
    stored: () =>
      t.db
        .select()
        .from(mailPreferences)
        .all()
        .map(({ email, topic, wanted }) => ({ email, topic, wanted })),
  };
}

/** Posts as a mail program does: without cookies, origin and page (RFC 8058). */
const oneClick = (t: Pick<ReturnType<typeof open>, "app">, path: string) =>
  t.app.request(SITE + path, {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });

test.each([
  ["no token", () => "/mails/stop"],
  ["another address", (link: string) => link.replace(/\.[\w-]+\./, ".YmVydEBleGFtcGxlLmNvbQ.")],
  ["another topic", (link: string) => link.replace("news.", "reminders.")],
  ["an unknown topic", (link: string) => link.replace("news.", "orders.")],
  ["a token cut by a mail program", (link: string) => link.slice(0, -1)],
])("a link with %s stops nothing and says what to do", async (_, change) => {
  const t = open();
  const link = change(t.linkOf("news"));
  expect((await oneClick(t, link)).status).toBe(422);
  expect(t.stored()).toEqual([]);
  const page = await t.browser.get(link);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("This link isn&#x27;t complete");
  expect(html).not.toContain("Stop these emails</button>");
});

test("opening a link, as mail scanners do, changes nothing", async () => {
  const t = open();
  t.want("news", true);
  const page = await t.browser.get(t.linkOf("news"));
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  const html = await page.text();
  expect(html).toContain(ANNA);
  expect(html).toContain("Stop these emails</button>");
  expect(t.stored()).toEqual([{ email: ANNA, topic: "news", wanted: true }]);
});

test.each(["news", "reminders", "reviews"] as const)(
  "one click stops %s for this address alone",
  async (topic) => {
    const t = open();
    t.want(topic, true);
    t.want(topic, true, "bert@example.com");
    for (const _ of [1, 2]) {
      const answer = await oneClick(t, t.linkOf(topic, "Anna@Example.com"));
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain("Done, these emails have stopped");
    }
    expect(t.stored()).toEqual([
      { email: ANNA, topic, wanted: false },
      { email: "bert@example.com", topic, wanted: true },
    ]);
    const html = await (await t.browser.get(t.linkOf(topic))).text();
    expect(html).toContain("We no longer");
  },
);

test("an address that was never asked neither wants nor refuses a topic", () => {
  const t = open();
  const about = { email: "ANNA@example.com", topic: "news" } as const;
  expect([isWanted(t.db, about), isUnwanted(t.db, about)]).toEqual([false, false]);
  t.want("news", true);
  expect([isWanted(t.db, about), isUnwanted(t.db, about)]).toEqual([true, false]);
  t.want("news", false);
  expect([isWanted(t.db, about), isUnwanted(t.db, about)]).toEqual([false, true]);
});

describe("the choice of news", () => {
  const BERT = "bert@example.com";
  const choiceOf = async (browser: Browser, path: string) =>
    /name="wanted" value="(\d)"/.exec(await (await browser.get(path)).text())?.[1];

  async function sold() {
    const t = await openShop({ web: realPages });
    const sessionId = await buy(t, t.browser, { products: [t.book], email: ANNA });
    const wanted = () =>
      t.db
        .select()
        .from(mailPreferences)
        .all()
        .map(({ email, wanted }) => [email, wanted]);
    return { ...t, sessionId, wanted, page: `/checkout/success?sessionId=${sessionId}&plain=1` };
  }

  test("is not offered to others, nor taken from them", async () => {
    const { sessionId, page, wanted, ...t } = await sold();
    for (const browser of [openBrowser(t), signIn(t, BERT)]) {
      expect(await choiceOf(browser, page)).toBeUndefined();
      const answer = await browser.postForm("/mails/news", { sessionId, wanted: "1" });
      expect(answer.status).toBe(404);
    }
    const answer = await openBrowser(t).postForm("/mails/news", { wanted: "1" });
    expect(answer.headers.get("Location")).toBe("/login?returnUrl=%2Faccount");
    expect(wanted()).toEqual([]);
  });

  test("is made after the purchase, and taken back, by the browser that bought", async () => {
    const { browser, sessionId, page, wanted } = await sold();
    for (const offered of ["1", "0", "1"]) {
      expect(await choiceOf(browser, page)).toBe(offered);
      const answer = await browser.postForm("/mails/news", { sessionId, wanted: offered });
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, page]);
      expect(wanted()).toEqual([[ANNA, offered === "1"]]);
    }
  });

  test("in the account goes for every email with which its user has ordered", async () => {
    const t = await sold();
    const account = signIn(t, BERT);
    await buy(t, account, { products: [t.pack] });
    t.db.sqlite.exec(`UPDATE orders SET email = 'new@example.com' WHERE user_id IS NOT NULL`);
    expect(await choiceOf(account, "/account")).toBe("1");
    const answer = await account.postForm("/mails/news", { wanted: "1" });
    expect(answer.headers.get("Location")).toBe("/account");
    expect(await choiceOf(account, "/account")).toBe("0");
    expect(t.wanted()).toEqual([
      [BERT, true],
      ["new@example.com", true],
    ]);
  });

  test("in the account brings mails about corrected files until one click stops them", async () => {
    const t = await openShop({ web: realPages });
    await buy(t, t.browser, { products: [t.pack], email: ANNA });
    const account = signIn(t, ANNA);
    const owner = signInAdmin(t);
    /** Uploads a corrected file and notifies the buyers; returns the mails. */
    const correct = async (pages: number) => {
      t.clock.advance(1000);
      t.mails.length = 0;
      const sent = await sendFile(owner, "file", await makePdf(pages));
      const { url } = (await sent.json()) as { url: string };
      expect((await owner.change("product_files", 1, { file_url: url })).status).toBe(200);
      expect((await press(owner, "product_files/1/notify_buyers")).status).toBe(200);
      await t.settle();
      return [...t.mails];
    };
    expect(await correct(2)).toEqual([]);
    await account.postForm("/mails/news", { wanted: "1" });
    const [mail, ...others] = await correct(3);
    expect([mail?.to, others]).toEqual([ANNA, []]);
    expect(mail?.text).toContain("3 pages");
    expect((await oneClick(t, local(mail?.stopUrl ?? ""))).status).toBe(200);
    expect(await correct(4)).toEqual([]);
    expect(await choiceOf(account, "/account")).toBe("1");
  });
});
