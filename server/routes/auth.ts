import { type Context, Hono } from "hono";
import { sendCodeRequest, verifyCodeRequest } from "../contract/auth.ts";
import { cleanCode, CODE_FIELD, EMAIL_FIELD, type LoginStart } from "../contract/login.ts";
import { messages } from "../contract/messages.ts";
import { refusals } from "../contract/refusals.ts";
import { returnPathOf } from "../contract/return-path.ts";
import type { Deps } from "../deps.ts";
import { sendAdminLink } from "../domain/sign-in/admin-link.ts";
import { sendCode, sendOrderCode } from "../domain/sign-in/one-time-code.ts";
import { looksLikeKey } from "../domain/sign-in/sign-in-key.ts";
import { endSession } from "../domain/sign-in/sessions.ts";
import type { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { publicAccess, requireUser } from "../http/guards.ts";
import { checked, json } from "../http/json.ts";
import { codeLimits, type Count, isRateLimited } from "../http/limits.ts";
import type { PageRenderer } from "../http/page-renderer.ts";
import { type Fields, postedForm } from "../http/posted-form.ts";
import { refuseCrossSite } from "../http/same-origin.ts";
import { signInByCode } from "../http/sign-in.ts";
import { buyerHashOf, forgetBrowser, sessionToken } from "../http/viewer.ts";

/** A way to ask for a code. The code is judged alike, whichever way it was asked for. */
type Way = { limit: Count; send: typeof sendCode; targetOf: (c: Context<AppEnv>) => string };

/** Signing in by a mailed code, on the sign-in page and on the way back to what was bought. */
export function authRoutes(deps: Deps, pages: PageRenderer) {
  const limits = codeLimits(deps);
  const login: Way = { limit: limits.ask, send: sendCode, targetOf: targetOfLogin };
  const find: Way = { limit: limits.find, send: sendOrderCode, targetOf: () => "/account" };

  async function mailCode(c: Context<AppEnv>, { send }: Way, email: string): Promise<void> {
    await limits.perAddress(email).catch((error: unknown) => {
      if (isRateLimited(error)) sendAdminLink(deps, email);
      throw error;
    });
    send(deps, { email, browserHash: buyerHashOf(c, deps) });
  }

  const calls = new Hono<AppEnv>()
    .get("/users/me", requireUser(deps), (c) => {
      c.header("Cache-Control", "no-store");
      return c.json(c.var.user, 200);
    })
    .post("/send-otp", publicAccess, json(sendCodeRequest, login), async (c) => {
      await mailCode(c, login, c.req.valid("json").email);
      return c.json({ success: true }, 200);
    })
    .post("/orders/find", publicAccess, json(sendCodeRequest, find), async (c) => {
      await mailCode(c, find, c.req.valid("json").email);
      return c.json({ success: true }, 200);
    })
    .post("/verify-otp", publicAccess, json(verifyCodeRequest, { limit: limits.guess }), (c) => {
      const user = signInByCode(c, deps, c.req.valid("json"));
      return c.json({ success: true, user }, 200);
    })
    .get("/logout", publicAccess, refuseCrossSite(deps), (c) => {
      c.header("Cache-Control", "no-store");
      // A browser that only prefetches must not sign its user out.
      if (isPrefetch(c.req.raw.headers)) return c.json({ success: true }, 200);
      const token = sessionToken(c, deps);
      if (token) endSession(deps, token);
      forgetBrowser(c, deps);
      return c.json({ success: true }, 200);
    });

  const form = (way: Way) =>
    postedForm(deps, {
      name: "sign-in form",
      read: readPosted,
      async answer(c, posted) {
        if (posted.step === "email") {
          await way.limit(c);
          const { email } = checked(sendCodeRequest, posted);
          await mailCode(c, way, email);
          return pages.answer(c, { status: 200, login: { step: "code", email, error: null } });
        }
        // A key cannot be guessed, so strangers at the same address must not use up its attempts.
        if (!looksLikeKey(posted.otp)) await limits.guess(c);
        signInByCode(c, deps, checked(verifyCodeRequest, posted));
        return c.redirect(way.targetOf(c), 303);
      },
      refused(c, refusal, posted) {
        const { email, otp } = posted;
        // A visitor with a key was never sent a code that could be typed in now.
        const step = looksLikeKey(otp) ? "email" : posted.step;
        const login = { step, email, ...failureOf(posted, refusal) };
        return pages.answer(c, { status: refusal.status, login });
      },
    });
  const forms = new Hono<AppEnv>()
    .post("/login", publicAccess, form(login))
    .post("/orders/find", publicAccess, form(find));

  return { calls, forms };
}

function isPrefetch(headers: Headers): boolean {
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "";
  return purpose.includes("prefetch");
}

type Posted = { step: LoginStart["step"]; email: string; otp: string };

function readPosted({ texts }: Fields): Posted {
  const textOf = (name: string) => (texts[name] ?? "").toWellFormed().trim();
  const step = texts[CODE_FIELD] === undefined ? "email" : "code";
  const otp = textOf(CODE_FIELD);
  return { step, email: textOf(EMAIL_FIELD), otp: looksLikeKey(otp) ? otp : cleanCode(otp) };
}

/** What the form says about its failure, and which field it belongs to. */
function failureOf(
  { step, otp }: Posted,
  { code, reason, errors, message: error }: AppError,
): Pick<LoginStart, "field"> & { error: string } {
  if (code === "internal" && step === "email") return { error: messages.codeNotSent };
  if (reason === "code_invalid") {
    return looksLikeKey(otp) ? { error: refusals.keyElsewhere } : { error, field: "code" };
  }
  if (errors?.[EMAIL_FIELD]) return { error, field: "email" };
  return { error, ...(errors?.[CODE_FIELD] && { field: "code" }) };
}

/** The form's own URL carries where the visitor wants to go. Of a repeated key the last counts. */
function targetOfLogin(c: Context<AppEnv>): string {
  const last = (name: string) => c.req.queries(name)?.at(-1);
  return returnPathOf({ returnUrl: last("returnUrl"), redirect: last("redirect") });
}
