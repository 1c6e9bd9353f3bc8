import { describe, expect, onTestFinished, test, vi } from "vitest";
import { passkeyChallenges, passkeys } from "../../../db/passkey-schema.ts";
import { oneTimeCodes, users } from "../../../db/schema.ts";
import { forgetOld } from "../../../server/domain/upkeep/retention.ts";
import { makeAdminLink, sendAdminLink } from "../../../server/domain/sign-in/sign-in-link.ts";
import {
  answerOf,
  type Authenticator,
  createAuthenticator,
  me,
  openWithPasskey,
  PASSKEY_REFUSED as REFUSED,
  PASSKEYS_PATH as KEYS,
  requestChallenge,
  schemas,
  submitPasskey,
  recordPasskeyCheck,
  signInWith,
  storePasskey,
} from "../../support/authenticator.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { local, MINUTE_MS } from "../../support/shop.ts";
import { signedIn } from "../../support/sign-in.ts";
import { signInAdmin } from "../../support/table-calls.ts";

const OWNER = "owner@example.com";
const NEEDED = { status: 401, reason: "passkey_needed" };

/** Opens a shop whose owner has a passkey, and a signed-out browser. */
function open() {
  const t = openWithPasskey();
  t.db.update(users).set({ emailVerifiedAt: t.clock.now() }).run();
  return { ...t, browser: openBrowser(t) };
}

type Opened = ReturnType<typeof open>;

describe("a passkey is refused", () => {
  const WRONG: [what: string, (opened: Opened) => Promise<object>][] = [
    [
      "with a challenge that was used before",
      async ({ browser, key }) => {
        const options = await requestChallenge(browser);
        expect(await answerOf(submitPasskey(browser, key.get(options)))).toMatchObject({
          status: 200,
        });
        browser.cookies.delete("session");
        return answerOf(submitPasskey(browser, key.get(options)));
      },
    ],
    [
      "with a challenge that was used in a refused answer",
      async ({ browser, key }) => {
        const options = await requestChallenge(browser);
        await submitPasskey(browser, key.get(options, { origin: "https://evil.example" }));
        return answerOf(submitPasskey(browser, key.get(options)));
      },
    ],
    [
      "after five minutes",
      async ({ browser, key, clock }) => {
        const options = await requestChallenge(browser);
        clock.advance(5 * MINUTE_MS);
        return answerOf(submitPasskey(browser, key.get(options)));
      },
    ],
    [
      "with an unknown challenge",
      ({ browser, key }) => signInWith(browser, key, { challenge: "b".repeat(43) }),
    ],
    [
      "with the challenge of another browser",
      async ({ browser, key, ...t }) => {
        const options = await requestChallenge(openBrowser(t));
        await requestChallenge(browser);
        return answerOf(submitPasskey(browser, key.get(options)));
      },
    ],
    [
      "with a challenge from before a sign-in",
      async ({ browser, key, admin }) => {
        const options = await requestChallenge(browser);
        browser.cookies.set("session", admin.cookies.get("session") ?? "");
        const answer = await answerOf(submitPasskey(browser, key.get(options)));
        browser.cookies.delete("session");
        return answer;
      },
    ],
    [
      "from another origin",
      ({ browser, key }) => signInWith(browser, key, { origin: "https://evil.example" }),
    ],
    ["for another site", ({ browser, key }) => signInWith(browser, key, { rpId: "evil.example" })],
    ["without user verification", ({ browser, key }) => signInWith(browser, key, { flags: 0x01 })],
    [
      "with a counter that did not increase",
      async ({ browser, key }) => {
        await signInWith(browser, key, { counter: 7 });
        browser.cookies.delete("session");
        return signInWith(browser, key, { counter: 7 });
      },
    ],
    [
      "with the signature of another key",
      ({ browser, key }) => signInWith(browser, { ...createAuthenticator(), get: forged(key) }),
    ],
    [
      "after it was removed",
      async ({ browser, key, admin, ...t }) => {
        recordPasskeyCheck(t, admin);
        const options = await requestChallenge(browser);
        await admin.call("DELETE", `${KEYS}/1`);
        return answerOf(submitPasskey(browser, key.get(options)));
      },
    ],
    [
      "once another administrator has changed the email of its user",
      async ({ browser, key, admin, ...t }) => {
        const other = signInAdmin(t, "other@example.com");
        await other.change("users", admin.userId, { email: "successor@example.com" });
        return signInWith(browser, key);
      },
    ],
    [
      "with a counter that another answer of the same moment has used",
      async ({ browser, key, ...t }) => {
        const clone = openBrowser(t);
        const all = [];
        for (const each of [browser, clone]) {
          const options = await requestChallenge(each);
          all.push(() => answerOf(submitPasskey(each, key.get(options, { counter: 7 }))));
        }
        const answers = await Promise.all(all.map((send) => send()));
        browser.cookies.delete("session");
        const signedIn = answers.filter(({ status }) => status === 200);
        expect(signedIn).toHaveLength(1);
        return answers.find((answer) => !signedIn.includes(answer)) ?? {};
      },
    ],
    [
      "that is removed while it is checked",
      async ({ browser, key, db }) => {
        const options = await requestChallenge(browser);
        const { write } = db;
        // The first write deletes the challenge.
        const spy = vi.spyOn(db, "write").mockImplementation((work) => {
          const result = write(work);
          db.delete(passkeys).run();
          return result;
        });
        onTestFinished(() => spy.mockRestore());
        return answerOf(submitPasskey(browser, key.get(options)));
      },
    ],
    ["when unknown", ({ browser }) => signInWith(browser, createAuthenticator())],
    [
      "of a user other than the signed-in one",
      async ({ key, ...t }) => {
        const other = signInAdmin(t, "other@example.com");
        storePasskey(t, other.userId);
        return signInWith(other, key);
      },
    ],
  ];

  test.each(WRONG)("%s", async (_what, attempt) => {
    const opened = open();
    expect(await attempt(opened)).toMatchObject(REFUSED);
    expect(opened.browser.cookies.get("session")).toBeUndefined();
  });
});

/** Signs with a new key pair under the id of `key`. */
function forged({ id }: Authenticator): Authenticator["get"] {
  const other = createAuthenticator();
  return (...given) => ({ ...other.get(...given), id, rawId: id });
}

describe("signing in", () => {
  test("a passkey alone opens the admin, in a new session", async () => {
    const { browser, key } = open();
    const options = await requestChallenge(browser);
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(options.allowCredentials).toEqual([]);
    const answer = await answerOf(submitPasskey(browser, key.get(options)));
    expect(answer).toMatchObject({ status: 200, user: { email: OWNER, isAdmin: true } });
    expect(await schemas(browser)).toMatchObject({ status: 200 });
  });

  test("a code opens a buyer's session until the passkey follows", async () => {
    const { admin, key, ...t } = open();
    const browser = await signedIn(t, OWNER);
    expect(await me(browser)).toMatchObject({ isAdmin: false, needsPasskey: true });
    expect(await schemas(browser)).toMatchObject(NEEDED);
    expect(await answerOf(browser.post(`${KEYS}/challenge`, {}))).toMatchObject(NEEDED);
    // Sessions from before the first passkey need a check, too.
    expect(await schemas(admin)).toMatchObject(NEEDED);
    const former = browser.cookies.get("session");
    const options = await requestChallenge(browser);
    expect(options.allowCredentials).toMatchObject([{ id: key.id }]);
    expect(await answerOf(submitPasskey(browser, key.get(options)))).toMatchObject({ status: 200 });
    expect(await schemas(browser)).toMatchObject({ status: 200 });
    expect(browser.cookies.get("session")).not.toBe(former);
  });

  test("the passkey of a former administrator opens a buyer's session", async () => {
    const { browser, key, db } = open();
    db.update(users).set({ isAdmin: false }).run();
    expect(await signInWith(browser, key)).toMatchObject({ user: { isAdmin: false } });
  });

  test.each([
    ["printed on the server replaces the passkey", true],
    ["that was mailed does not", false],
  ])("a link %s", async (_what, skips) => {
    const t = open();
    const link = skips ? (makeAdminLink(t.deps, OWNER) ?? "") : await mailedLink(t);
    const browser = openBrowser(t);
    const fields = Object.fromEntries(new URL(link).searchParams);
    expect((await browser.postForm(local(link), fields)).status).toBe(303);
    expect(await schemas(browser)).toMatchObject(skips ? { status: 200 } : NEEDED);
    expect(t.db.select().from(oneTimeCodes).all()).toMatchObject([{ skipsPasskey: skips }]);
  });

  test("a demo visitor needs no check of a passkey that another visitor added", async () => {
    const t = createTestApp();
    const browser = openBrowser(t);
    await browser.post("/demo/admin", {});
    storePasskey(t, 1);
    expect(await schemas(browser)).toMatchObject({ status: 200 });
  });

  test("an expired challenge is deleted", async () => {
    const { browser, deps, db, clock } = open();
    await requestChallenge(browser);
    clock.advance(5 * MINUTE_MS + 1);
    await forgetOld(deps);
    expect(db.select().from(passkeyChallenges).all()).toEqual([]);
  });
});

async function mailedLink(t: Opened): Promise<string> {
  sendAdminLink(t.deps, OWNER);
  await t.settle();
  return /http\S+otp=\S+/.exec(t.mails.at(-1)?.text ?? "")?.[0] ?? "";
}
