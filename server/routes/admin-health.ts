import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { getHealth } from "../domain/health/checks.ts";
import { checkPayments } from "../domain/health/provider-checks.ts";
import { testMails } from "../domain/health/test-mail.ts";
import { answerOnce } from "../http/answer-once.ts";
import type { AdminEnv } from "../http/guards.ts";
import { rateLimit } from "../http/limits.ts";

const HOUR_SECONDS = 3600;

/** How the store is, and what its owner can try out. */
export const healthDeskRoutes = (deps: Deps) => {
  const sendTestMail = testMails(deps);
  // In memory: a database that can't be written is no reason to refuse a look at the rest.
  const limit = (name: string, points: number) =>
    rateLimit(deps, { name, points, seconds: HOUR_SECONDS, durable: false });
  return new Hono<AdminEnv>()
    .get("/health", async (c) => {
      return c.json(await getHealth(deps), 200);
    })
    .post("/health/test-mail", limit("test-mail", 10), async (c) => {
      const run = async () => ({ status: 200, body: await sendTestMail(c.var.user) });
      return answerOnce(c, deps, { body: null, work: { run } });
    })
    .post("/health/check-payments", limit("check-payments", 30), async (c) => {
      const run = async () => ({ status: 200, body: await checkPayments(deps) });
      return answerOnce(c, deps, { body: null, work: { run } });
    });
};
