import { type Context, Hono } from "hono";
import { expect, test } from "vitest";
import { users } from "../../../db/schema.ts";
import type { CurrentUser } from "../../../server/contract/auth.ts";
import type { AppEnv } from "../../../server/http/hono-env.ts";
import { onError } from "../../../server/http/errors.ts";
import { requireAdmin, requireUser } from "../../../server/http/guards.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { signedIn } from "../../support/sign-in.ts";

/** Serves one sub-app per guard and counts the requests that pass. */
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
