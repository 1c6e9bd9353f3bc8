import { expect, test } from "vitest";
import type { MailTopic } from "../../../db/enums.ts";
import { mailPreferences } from "../../../db/schema.ts";
import {
  isUnwanted,
  isWanted,
  setWanted,
  stopUrl,
} from "../../../server/domain/mail-preferences.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { realPages } from "../../support/page-desk.ts";
import { local } from "../../support/shop.ts";

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
  expect(html).toContain("This link is not complete");
  expect(html).not.toContain("Stop these mails</button>");
});

test("opening a link, as mail scanners do, changes nothing", async () => {
  const t = open();
  t.want("news", true);
  const page = await t.browser.get(t.linkOf("news"));
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  const html = await page.text();
  expect(html).toContain(ANNA);
  expect(html).toContain("Stop these mails</button>");
  expect(t.stored()).toEqual([{ email: ANNA, topic: "news", wanted: true }]);
});

test.each(["news", "reminders"] as const)(
  "one click stops %s for this address alone",
  async (topic) => {
    const t = open();
    t.want(topic, true);
    t.want(topic, true, "bert@example.com");
    for (const _ of [1, 2]) {
      const answer = await oneClick(t, t.linkOf(topic, "Anna@Example.com"));
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain("Done, these mails have stopped");
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
