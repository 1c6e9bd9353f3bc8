import { Hono } from "hono";
import { expect, test } from "vitest";
import { users } from "../../../db/schema.ts";
import { checkAccess } from "../../../server/http/access-rules.ts";
import type { AppEnv } from "../../../server/http/env.ts";
import { findGuard, requireAdmin, requireUser } from "../../../server/http/guards.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { signIn } from "../../support/shop.ts";

type Plant = (app: Hono<AppEnv>, deps: ReturnType<typeof createTestApp>["deps"]) => unknown;

const answer = () => new Response();
const sub = () => new Hono<AppEnv>();

/** Routes without a rule, each as the one that the refusal names. */
const REFUSED: [string, Plant][] = [
  ["GET /api/new", (app) => app.get("/api/new", answer)],
  ["POST /new", (app) => app.post("/new", answer)],
  ["ALL /api/new", (app) => app.all("/api/new", answer)],
  ["POST /api/products", (app) => app.post("/api/products", answer)],
  ["GET /api/tables/:table", (app) => app.get("/api/tables/:table", answer)],
  [
    "GET /api/tables/x",
    (app, deps) => app.route("/api/tables", sub().use(requireUser(deps)).get("/x", answer)),
  ],
  [
    "GET /api/upload/x",
    (app, deps) => app.route("/api/upload", sub().get("/x", answer).use(requireAdmin(deps))),
  ],
  [
    "GET /api/tables/x/y",
    (app, deps) => app.use("/api/tables/x", requireAdmin(deps)).get("/api/tables/x/y", answer),
  ],
  [
    "DELETE /api/admin/status",
    (app, deps) => app.delete("/api/admin/status", requireUser(deps), answer),
  ],
  [
    "DELETE /api/new",
    (app, deps) => app.get("/api/new", requireUser(deps), answer).delete("/api/new", answer),
  ],
];

test.each(REFUSED)("%s without an access rule stops the start", (name, plant) => {
  const { deps } = createTestApp();
  const app = sub();
  plant(app, deps);
  expect(() => checkAccess(app.routes, [])).toThrow(`${name} has no access rule`);
});

const ALLOWED: [string, Plant][] = [
  ["a public call", (app) => app.get("/api/products", answer)],
  ["a user's call", (app, deps) => app.get("/api/new", requireUser(deps), answer)],
  ["a page", (app) => app.get("/shared", answer)],
  [
    "all below an administrator's guard",
    (app, deps) =>
      app.route("/api/tables", sub().use(requireAdmin(deps)).get("/", answer).put("/:id", answer)),
  ],
];

test.each(ALLOWED)("%s starts", (_name, plant) => {
  const { deps } = createTestApp();
  const app = sub();
  plant(app, deps);
  const shared = { path: "/shared", indexable: true, shared: true };
  expect(() => checkAccess(app.routes, [shared])).not.toThrow();
});

test("one guard stands before all calls of an area of the admin", () => {
  const guarded = createTestApp().app.routes.filter(
    ({ handler }) => findGuard(handler) === "admin",
  );
  const areas = ["/api/admin/*", "/api/tables/*", "/api/upload/*"];
  expect(guarded.map(({ path }) => path).toSorted()).toEqual(areas);
});

test("every call below /api/admin, /api/tables and /api/upload refuses visitors and buyers", async () => {
  const t = createTestApp();
  const buyer = signIn(t, "buyer@example.com");
  const visitor = openBrowser(t);
  const areas = /^\/api\/(?:admin|tables|upload)(?:\/|$)/;
  const calls = t.app.routes.filter(({ path, method }) => areas.test(path) && method !== "ALL");
  expect(calls.length).toBeGreaterThan(2);
  for (const { method, path } of calls) {
    if (path === "/api/admin/status") continue;
    const target = path.replaceAll(/:\w+(?:\{[^}]*\})?/g, "1");
    const init = { method, headers: { Origin: SITE } };
    const answers = [await visitor.send(target, init), await buyer.send(target, init)];
    expect([method, target, ...answers.map(({ status }) => status)]).toEqual([
      method,
      target,
      401,
      403,
    ]);
    for (const { headers } of answers) expect(headers.get("Cache-Control")).toBe("no-store");
  }
  expect(t.db.select().from(users).all()).toHaveLength(1);
});
