import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { oneTimeCodes, users } from "../../../db/schema.ts";
import { openBrowser } from "../../support/browser.ts";
import { NEW, OLD, openAnnasShop, OWNER, targetOf } from "../../support/change-email.ts";
import { emailsOf, ordersOf } from "../../support/money.ts";
import { buy, MINUTE_MS } from "../../support/shop.ts";
import { askForCode, signedIn } from "../../support/sign-in.ts";

const USED_UP = "These codes no longer work. Please ask for new ones.";
const TAKEN = /This address belongs to another account/;

/** A code that differs from this one. */
const wrong = (code: string) => (code === "111111" ? "222222" : "111111");
const markedFields = (html: string) =>
  Array.from(html.matchAll(/<input[^>]*aria-invalid="true"[^>]*>/g), ([field]) => field)
    .map((field) => /name="(\w+)"/.exec(field)?.[1])
    .toSorted();

describe("no codes are sent", () => {
  test("to a visitor who is not signed in", async () => {
    const t = await openAnnasShop();
    const before = t.mails.length;
    const answer = await t.ask(NEW, openBrowser(t));
    expect(targetOf(answer)).toEqual([303, "/login?returnUrl=%2Faccount"]);
    expect(t.mails).toHaveLength(before);
  });

  test.each([
    ["", 422, "Please enter your email address"],
    ["anna@", 422, "Please enter a valid email address."],
    ["  ANNA@Example.com ", 422, "This is already your email."],
  ])("to %j", async (email, status, text) => {
    const t = await openAnnasShop();
    const answer = await t.ask(email);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(text);
    await t.settle();
    expect(emailsOf(t).map(({ kind }) => kind)).toEqual(["code"]);
  });

  test.each(["listed in ADMIN_EMAILS", "with the right"])(
    "to an administrator %s",
    async (which) => {
      const t = await openAnnasShop();
      const by = which === "with the right" ? t.own : await signedIn(t, OWNER);
      if (which === "with the right") t.db.update(users).set({ isAdmin: true }).run();
      const answer = await t.ask(NEW, by);
      expect([answer.status, await answer.text()]).toEqual([
        409,
        expect.stringContaining("Please change your email in the admin"),
      ]);
      expect(emailsOf(t).map(({ kind }) => kind)).not.toContain("email_change");
    },
  );

  test("a sixth time in a day, whatever the addresses", async () => {
    const t = await openAnnasShop();
    for (const n of [1, 2, 3, 4, 5]) expect((await t.ask(`a${n}@work.example`)).status).toBe(200);
    expect((await t.ask("a6@work.example")).status).toBe(429);
  });
});

test("an address with an account is answered and mailed like any other", async () => {
  const t = await openAnnasShop();
  await signedIn(t, "bert@example.com");
  const answers = [];
  for (const email of ["bert@example.com", "carl@example.com"]) {
    const answer = await t.ask(email);
    const html = (await answer.text()).replaceAll(email, "x").replaceAll(/"readAt":\d+/g, "");
    answers.push([answer.status, html]);
    await t.settle();
    const mails = t.mails.slice(-2).map(({ to }) => to);
    expect(mails).toEqual([OLD, email]);
    expect(t.mails.at(-1)?.text).not.toMatch(/anna|bert@/i);
  }
  expect(answers[0]).toEqual(answers[1]);
});

describe("the email stays", () => {
  const usedUp = async (t: Awaited<ReturnType<typeof openAnnasShop>>, answer: Response) => {
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain(USED_UP);
    expect(html).not.toContain('name="otp"');
    expect(t.account()?.email).toBe(OLD);
  };

  test("with a wrong code, which is marked; five use up the right ones", async () => {
    const t = await openAnnasShop();
    const codes = await t.asked();
    const { otp, currentOtp } = codes;
    const tries: [Record<string, string>, string[]][] = [
      [{ otp: wrong(otp) }, ["otp"]],
      [{ currentOtp: wrong(currentOtp) }, ["currentOtp"]],
      [{ otp: currentOtp, currentOtp: otp }, ["currentOtp", "otp"]],
      [{ otp: "" }, ["otp"]],
      [{ otp: wrong(otp), currentOtp: "" }, ["currentOtp", "otp"]],
    ];
    for (const [change, marked] of tries) {
      const answer = await t.confirm({ ...codes, ...change });
      const html = await answer.text();
      expect([answer.status, markedFields(html)]).toEqual([400, marked]);
    }
    await usedUp(t, await t.confirm(codes));
  });

  test("in another browser with the same session", async () => {
    const t = await openAnnasShop();
    const codes = await t.asked();
    const thief = openBrowser(t);
    thief.cookies.set("session", t.own.cookies.get("session") ?? "");
    await usedUp(t, await t.confirm(codes, thief));
  });

  test("after ten minutes", async () => {
    const t = await openAnnasShop();
    const codes = await t.asked();
    t.clock.advance(10 * MINUTE_MS);
    await usedUp(t, await t.confirm(codes));
  });

  test("with the codes of a tab that another tab has replaced", async () => {
    const t = await openAnnasShop();
    const first = await t.asked();
    const second = await t.asked("anna@other.example");
    await usedUp(t, await t.confirm(first));
    await usedUp(t, await t.confirm({ ...second, email: NEW }));
    expect((await t.confirm(second)).status).toBe(303);
  });

  test("with sign-in codes, and the codes of a change do not sign in", async () => {
    const t = await openAnnasShop();
    const other = openBrowser(t);
    const [otp, currentOtp] = [await askForCode(t, t.own, NEW), await askForCode(t, t.own, OLD)];
    await usedUp(t, await t.confirm({ email: NEW, otp, currentOtp }));
    await t.asked();
    for (const email of [NEW, OLD]) {
      for (const by of [t.own, other]) {
        const answer = await by.post("/api/verify-otp", { email, otp: t.codeTo(email) });
        expect(answer.status).toBe(400);
      }
    }
  });

  test("while codes to the new address are off, after a hundred wrong ones", async () => {
    const t = await openAnnasShop();
    const codes = await t.asked();
    await askForCode(t, openBrowser(t), NEW);
    t.db.update(oneTimeCodes).set({ attempts: 100 }).where(eq(oneTimeCodes.id, 3)).run();
    await usedUp(t, await t.confirm(codes));
  });

  test.each(["has bought", "is an administrator's"])(
    "if the account of the address %s, told after its code only",
    async (why) => {
      const t = await openAnnasShop();
      const email = why === "has bought" ? NEW : OWNER;
      if (why === "has bought") {
        await buy(t, await signedIn(t, NEW), { products: [t.book], email: NEW });
      }
      const codes = await t.asked(email);
      const answer = await t.confirm(codes);
      expect(answer.status).toBe(409);
      expect(await answer.text()).toMatch(TAKEN);
      expect(t.account()?.email).toBe(OLD);
      expect(emailsOf(t).map(({ kind }) => kind)).not.toContain("email_changed");
    },
  );

  test("with more orders than move in one transaction", async () => {
    const t = await openAnnasShop();
    await buy(t, openBrowser(t), { products: [t.book], email: OLD });
    t.db.sqlite.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO orders (number, status, email, currency, total_amount, created_at, updated_at, version)
      SELECT 'N' || i, 'paid', '${OLD}', 'usd', 1, 1, 1, 1 FROM n`);
    const answer = await t.confirm(await t.asked());
    expect(answer.status).toBe(409);
    expect(ordersOf(t).every(({ email }) => email === OLD)).toBe(true);
  });
});
