import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Deps } from "../../../server/deps.ts";
import type { AppEnv } from "../../../server/http/hono-env.ts";
import { listCalls, publicAccess, requireAdmin, requireUser } from "../../../server/http/guards.ts";
import { callsOfApp } from "../../support/call-table.ts";
import { createTestApp } from "../../support/create-test-app.ts";

type Plant = (app: Hono<AppEnv>, deps: Deps) => unknown;

const answer = () => new Response();
const sub = () => new Hono<AppEnv>();
const plant = (register: Plant) => {
  const app = sub();
  register(app, createTestApp().deps);
  return app.routes;
};

const WITHOUT_RULE: [string, Plant][] = [
  ["GET /api/new", (app) => app.get("/api/new", answer)],
  ["ALL /api/new", (app) => app.all("/api/new", answer)],
  ["GET /late", (app) => app.get("/late", answer, publicAccess)],
  [
    "GET /area/x",
    (app, deps) => app.route("/area", sub().get("/x", answer).use(requireAdmin(deps))),
  ],
  ["GET /x/y", (app, deps) => app.use("/x", requireAdmin(deps)).get("/x/y", answer)],
  ["DELETE /x", (app, deps) => app.get("/x", requireUser(deps), answer).delete("/x", answer)],
  ["GET /x", (app) => app.use(publicAccess).get("/x", answer)],
];

test.each(WITHOUT_RULE)("%s without an access rule stops the start", (name, register) => {
  expect(() => listCalls(plant(register))).toThrow(`${name} has no access rule`);
});

test.each<[string, Plant, access: string]>([
  ["its own rule", (app) => app.get("/x", publicAccess, answer), "public"],
  [
    "the rule of its sub-app",
    (app, deps) => app.route("/area", sub().use(requireAdmin(deps)).put("/:id", answer)),
    "admin",
  ],
  [
    "the narrower of two rules",
    (app, deps) => app.route("/a", sub().use(requireUser(deps)).get("/", publicAccess, answer)),
    "user",
  ],
])("a route has %s", (_name, register, access) => {
  expect(listCalls(plant(register))).toEqual([expect.objectContaining({ access })]);
});

test("everything below the admin's paths is for administrators", () => {
  const areas = /^\/api\/(?:admin|tables|upload)(?:\/|$)/;
  const open = callsOfApp().filter(({ path, access }) => areas.test(path) && access !== "admin");
  expect(open.map(({ name }) => name)).toEqual(["GET /api/admin/status"]);
});
