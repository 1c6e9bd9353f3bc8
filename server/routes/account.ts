import { type Context, Hono } from "hono";
import type { CurrentUser } from "../contract/auth.ts";
import { rowId } from "../contract/fields.ts";
import { EVERYWHERE, SESSION_FIELD } from "../contract/login.ts";
import { loginPathTo } from "../contract/return-path.ts";
import type { Deps } from "../deps.ts";
import { openBillingPortal } from "../domain/money/subscriptions.ts";
import {
  endAllSessions,
  endOwnSession,
  endSession,
  findSessionUser,
} from "../domain/sign-in/sessions.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { publicAccess } from "../http/guards.ts";
import { rateLimit } from "../http/limits.ts";
import type { PageRenderer } from "../http/page-renderer.ts";
import { postedForm } from "../http/posted-form.ts";
import { forgetBrowser, sessionToken, viewerOf } from "../http/viewer.ts";

const ACCOUNT = "/account";
const LOGIN = loginPathTo(ACCOUNT);
const BILLING = { name: "billing", points: 30, seconds: 60, durable: false };

/** The forms of the account's page, which work without a script. */
export const accountRoutes = (deps: Deps, pages: PageRenderer) =>
  new Hono<AppEnv>()
    .post(
      "/account/billing",
      publicAccess,
      rateLimit(deps, BILLING),
      postedForm(deps, {
        name: "billing portal",
        read: ({ texts }) => rowId.safeParse(texts["itemId"]).data,
        async answer(c, itemId) {
          const { user } = viewerOf(c, deps);
          if (!user) return c.redirect(LOGIN, 303);
          // There is no such page: whose item it is makes no difference to the answer.
          if (itemId === undefined) return pages.answer(c);
          return c.redirect(await openBillingPortal(deps, { user, itemId }), 303);
        },
        refused(c, refusal) {
          if (refusal.code === "internal") throw refusal;
          if (refusal.code === "not_found") return pages.answer(c);
          return c.redirect("/account?billing=failed", 303);
        },
      }),
    )
    .post(
      "/account/sign-out",
      publicAccess,
      postedForm(deps, {
        name: "sign-out form",
        read: ({ texts }) => texts[SESSION_FIELD],
        answer: (c, which) => signOut(c, deps, which),
        refused(_c, refusal) {
          throw refusal;
        },
      }),
    );

/** Ends one session of the visitor, all of them, or when none is named this browser's. */
function signOut(c: Context<AppEnv>, deps: Deps, which: string | undefined): Response {
  const { user } = viewerOf(c, deps);
  const token = sessionToken(c, deps);
  if (user && which === EVERYWHERE) endAllSessions(deps, user);
  else if (user && which !== undefined) endSessionIfTheirs(deps, user, which);
  else if (token) endSession(deps, token);
  // Asked anew: this browser's session may be among those that have just ended.
  if (token && findSessionUser(deps, token)) return c.redirect(ACCOUNT, 303);
  forgetBrowser(c, deps);
  return c.redirect(LOGIN, 303);
}

/** Pressed twice, or over meanwhile: the list that comes next shows what is left. */
function endSessionIfTheirs(deps: Deps, user: CurrentUser, which: string): void {
  const id = rowId.safeParse(which);
  if (!id.success) return;
  try {
    endOwnSession(deps, user, id.data);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  }
}
