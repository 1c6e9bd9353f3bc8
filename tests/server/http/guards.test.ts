import { type Context, Hono } from "hono";
import { expect, test } from "vitest";
import { users } from "../../../db/schema.ts";
import type { CurrentUser } from "../../../server/contract/auth.ts";
import type { AppEnv } from "../../../server/http/env.ts";
import { onError } from "../../../server/http/errors.ts";
import { requireAdmin, requireUser } from "../../../server/http/guards.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { signedIn } from "../../support/sign-in.ts";

/** A sub-app of each guard, and how many calls have come through. */
async function guarded() {
  const t = createTestApp();
  let calls = 0;
  const answer = (c: Context, { email }: CurrentUser) => {
    calls += 1;
    return c.json(email);
  };
  const forUsers = new Hono<AppEnv>()
    .use(requireUser(t.deps))
    .all("*", (c) => answer(c, c.var.user));
  const forAdministrators = new Hono<AppEnv>()
    .use(requireAdmin(t.deps))
    .all("*", (c) => answer(c, c.var.user));
  const app = new Hono<AppEnv>()
    .onError(onError(t.deps))
    .route("/users", forUsers)
    .route("/admin", forAdministrators);
  const nobody = openBrowser({ app });
  const as = async (email: string) => {
    const { cookies } = await signedIn(t, email);
    const browser = openBrowser({ app });
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    return browser;
  };
  const owner = await as("anna@example.com");
  t.db.update(users).set({ isAdmin: true }).run();
  return { nobody, user: await as("bert@example.com"), owner, calls: () => calls };
}

test.each([
  ["/users", 401, 200, 200],
  ["/admin", 401, 403, 200],
])("%s is %d to a visitor, %d to a user, %d to the owner", async (base, visitor, user, owner) => {
  const t = await guarded();
  for (const path of [base, `${base}/`, `${base}/a/b`]) {
    for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) {
      const before = t.calls();
      const ask = async (browser: typeof t.nobody) => (await browser.send(path, { method })).status;
      expect([await ask(t.nobody), await ask(t.user), await ask(t.owner)]).toEqual([
        visitor,
        user,
        owner,
      ]);
      expect(t.calls() - before).toBe([visitor, user, owner].filter((s) => s === 200).length);
    }
  }
});

test("the refusals say what is missing, and are kept by no cache", async () => {
  const t = await guarded();
  const refused = [await t.nobody.get("/admin"), await t.user.get("/admin")];
  const told = [
    { code: "unauthenticated", message: "Please sign in." },
    { code: "forbidden", message: "Only administrators can do this." },
  ];
  expect(await Promise.all(refused.map((answer) => answer.json()))).toMatchObject(told);
  for (const { headers } of refused) expect(headers.get("Cache-Control")).toBe("no-store");
  // What a guard lets through knows who asks.
  expect(await (await t.owner.get("/admin")).json()).toBe("anna@example.com");
});

test("what was written for one user is refused with another's session, and does nothing", async () => {
  const t = await guarded();
  for (const path of ["/users", "/admin"]) {
    const before = t.calls();
    const send = (user: string) => t.owner.send(path, { headers: { "X-Meant-User": user } });
    for (const user of ["2", "01", "", "owner"]) {
      const refused = await send(user);
      expect(refused.status).toBe(401);
      expect(await refused.json()).toMatchObject({ reason: "other_user" });
    }
    expect(t.calls()).toBe(before);
    expect((await send("1")).status).toBe(200);
  }
});

test("without a guard there is no user to read", () => {
  // @ts-expect-error: only a guard makes it.
  new Hono<AppEnv>().get("/", (c) => c.json(c.var.user));
});
