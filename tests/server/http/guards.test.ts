import { type Context, Hono } from "hono";
import { expect, test } from "vitest";
import { users } from "../../../db/schema.ts";
import type { CurrentUser } from "../../../server/contract/sign-in.ts";
import type { AppEnv } from "../../../server/http/hono-env.ts";
import { onError } from "../../../server/http/errors.ts";
import { requireAdmin, requireUser } from "../../../server/http/guards.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { signedIn } from "../../support/sign-in.ts";
import { signInAdmin } from "../../support/table-calls.ts";

type KeyedSent = {
  method: string;
  path: string;
  body: object | undefined;
  headers: Record<string, string>;
};

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

test("two administrators can use the same key", async () => {
  const t = createTestApp();
  const [first, second] = [signInAdmin(t), signInAdmin(t, "second@example.com")];
  const headers = { "Idempotency-Key": "the-same-key-of-two" };
  const body = { question: "Which paper?", answer: "A4." };
  const one = await first.create("faqs", body, headers);
  const other = await second.create("faqs", body, headers);
  expect([one.status, other.status, one.body.id === other.body.id]).toEqual([201, 201, false]);
  const third = signInAdmin(t, "third@example.com");
  const changed = await third.create("faqs", { ...body, answer: "Letter." }, headers);
  expect(changed).toMatchObject({ status: 201, body: { answer: "Letter." } });
});

test.each<[what: string, Partial<KeyedSent>]>([
  ["method", { method: "DELETE", body: undefined }],
  ["path", { path: "/api/tables/faqs/2" }],
  ["query", { path: "/api/tables/faqs/1?x=1" }],
  ["body", { body: { answer: "B4." } }],
  ["version", { headers: { "If-Match": '"v2"' } }],
])("a key is refused for another %s", async (_what, other) => {
  const t = createTestApp();
  const admin = signInAdmin(t);
  for (const question of ["One?", "Two?"]) await admin.create("faqs", { question, answer: "A4." });
  const sent: KeyedSent = {
    method: "PUT",
    path: "/api/tables/faqs/1",
    body: { answer: "Letter." },
    headers: { "If-Match": '"v1"' },
  };
  const send = ({ method, path, body, headers }: KeyedSent) =>
    admin.call(method, path, {
      ...(body && { body }),
      headers: { ...headers, "Idempotency-Key": "the-same-key" },
    });
  const first = await send(sent);
  expect(first.status).toBe(200);
  expect(await send(sent)).toMatchObject({ status: 200, body: first.body });
  expect(await send({ ...sent, ...other })).toMatchObject({
    status: 422,
    body: { reason: "key_reused" },
  });
});
