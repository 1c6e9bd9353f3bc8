import { type Context, Hono } from "hono";
import { z } from "zod";
import { CURRENT_CODE_FIELD, EMAIL_CHANGE_ID } from "../contract/email-change.ts";
import { postedText } from "../contract/field-validation.ts";
import { readPaperName } from "../contract/files.ts";
import { emailAddress, rowId } from "../contract/fields.ts";
import {
  cleanCode,
  CODE_FIELD,
  type CurrentUser,
  EMAIL_FIELD,
  EVERYWHERE,
  SESSION_FIELD,
} from "../contract/sign-in.ts";
import { loginPathTo } from "../contract/paths.ts";
import type { Deps } from "../deps.ts";
import { setPaper } from "../domain/files/paper.ts";
import { withNews } from "../domain/mails/mail-preferences.ts";
import { openBillingPortal } from "../domain/money/subscriptions.ts";
import { requireMayChange, sendChangeCodes } from "../domain/orders/change-email.ts";
import {
  endAllSessions,
  endOwnSession,
  endSession,
  findSessionUser,
  listSessions,
} from "../domain/sign-in/sessions.ts";
import { AppError, refusals } from "../errors.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { publicAccess, requireUser } from "../http/guards.ts";
import { checked } from "../http/json.ts";
import { emailChangeLimits, rateLimit } from "../http/rate-limits.ts";
import { changeEmailByCodes } from "../http/sign-in.ts";
import type { PageRenderer } from "../pages/page-renderer.ts";
import { postedForm } from "../http/posted-form.ts";
import { buyerHashOf, forgetBrowser, sessionToken, viewerOf } from "../http/visitor.ts";

const ACCOUNT = "/account";
const LOGIN = loginPathTo(ACCOUNT);
const EMAIL_CHANGED = `${ACCOUNT}?email=changed#${EMAIL_CHANGE_ID}`;
const PAPER = { name: "paper", points: 30, seconds: 60, durable: false };
const BILLING = { name: "billing", points: 30, seconds: 60, durable: false };

export const accountCalls = (deps: Deps) =>
  new Hono<AppEnv>()
    .get("/users/me", requireUser(deps), (c) => {
      c.header("Cache-Control", "no-store");
      return c.json(withNews(deps, c.var.user), 200);
    })
    .get("/sessions", requireUser(deps), (c) => {
      c.header("Cache-Control", "no-store");
      return c.json({ sessions: listSessions(deps, c.var.user, sessionToken(c, deps)) }, 200);
    })
    .delete("/sessions", requireUser(deps), (c) => {
      endAllSessions(deps, c.var.user);
      forgetBrowser(c, deps);
      return c.json({ success: true }, 200);
    })
    .delete("/sessions/:id", requireUser(deps), (c) => {
      const id = rowId.safeParse(c.req.param("id"));
      if (!id.success) throw new AppError("not_found", refusals.notFound);
      endOwnSession(deps, c.var.user, id.data);
      return c.json({ success: true }, 200);
    });

export const accountForms = (deps: Deps, pages: PageRenderer) =>
  new Hono<AppEnv>()
    .post(ACCOUNT, publicAccess, emailForm(deps, pages))
    .post(
      "/account/paper",
      publicAccess,
      rateLimit(deps, PAPER),
      postedForm(deps, {
        name: "paper form",
        read: ({ texts }) => readPaperName(texts["paper"]) ?? null,
        answer(c, paper) {
          const { user } = viewerOf(c, deps);
          if (!user) return c.redirect(LOGIN, 303);
          setPaper(deps, { userId: user.id, paper });
          return c.redirect(ACCOUNT, 303);
        },
      }),
    )
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
          // Responds with 404, as for another user's item, because no page has this path.
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
        answer: (c, session) => signOut(c, deps, session),
      }),
    );

const newEmail = z.object({ email: emailAddress });

/** Changes the email of the account in two steps: the email, then the codes mailed to both emails. */
function emailForm(deps: Deps, pages: PageRenderer) {
  const limits = emailChangeLimits(deps);
  return postedForm(deps, {
    name: "email change",
    read: ({ texts }) => ({
      hasCodes: texts[CODE_FIELD] !== undefined,
      email: postedText(texts, EMAIL_FIELD),
      otp: cleanCode(postedText(texts, CODE_FIELD)),
      currentOtp: cleanCode(postedText(texts, CURRENT_CODE_FIELD)),
    }),
    async answer(c, posted) {
      const { user } = viewerOf(c, deps);
      if (!user) return c.redirect(LOGIN, 303);
      const { email } = checked(newEmail, posted);
      if (posted.hasCodes) {
        await limits.guess(c);
        changeEmailByCodes(c, deps, { ...posted, user, email });
        return c.redirect(EMAIL_CHANGED, 303);
      }
      requireMayChange(deps, deps.db, { user, email });
      await limits.ask(c);
      await limits.perAccount(String(user.id));
      await limits.perAddress(email);
      sendChangeCodes(deps, { user, email, browserHash: buyerHashOf(c, deps) });
      return pages.answer(c, { status: 200, emailChange: { step: "codes", email, error: null } });
    },
    refused(c, { status, reason, message, errors }, { hasCodes, email }) {
      const isOpen = hasCodes && (errors !== undefined || reason === "rate_limited");
      const step = isOpen ? "codes" : "email";
      return pages.answer(c, { status, emailChange: { step, email, error: message, errors } });
    },
  });
}

/** Ends one session of the visitor, all of them, or by default this browser's. */
function signOut(c: Context<AppEnv>, deps: Deps, session: string | undefined): Response {
  const { user } = viewerOf(c, deps);
  const token = sessionToken(c, deps);
  if (user && session === EVERYWHERE) endAllSessions(deps, user);
  else if (user && session !== undefined) endIfOwn(deps, user, session);
  else if (token) endSession(deps, token);
  // Stay signed in unless this browser's session was ended too.
  if (token && findSessionUser(deps, token)) return c.redirect(ACCOUNT, 303);
  forgetBrowser(c, deps);
  return c.redirect(LOGIN, 303);
}

/** Ends a session of the user. Ignores an ended one: the page then shows the current list. */
function endIfOwn(deps: Deps, user: CurrentUser, session: string): void {
  const id = rowId.safeParse(session);
  if (!id.success) return;
  try {
    endOwnSession(deps, user, id.data);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  }
}
