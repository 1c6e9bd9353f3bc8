import { type Context, Hono } from "hono";
import { z } from "zod";
import { postedText } from "../contract/field-validation.ts";
import { emailAddress } from "../contract/fields.ts";
import {
  cleanCode,
  CODE_FIELD,
  EMAIL_FIELD,
  type LoginStart,
  signInMessages,
} from "../contract/sign-in.ts";
import { messages } from "../contract/messages.ts";
import { returnPathOf } from "../contract/local-paths.ts";
import { DEMO_OWNER } from "../config.ts";
import type { Deps } from "../deps.ts";
import { beginLogin, loginFailed } from "../domain/sign-in/external-login.ts";
import { sendCode, sendOrderCode } from "../domain/sign-in/one-time-code.ts";
import { endSession } from "../domain/sign-in/sessions.ts";
import { looksLikeKey, sendAdminLink } from "../domain/sign-in/sign-in-link.ts";
import { buyerRefusals } from "../contract/refusals.ts";
import { AppError, refusals } from "../errors.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { publicAccess } from "../http/guards.ts";
import { checked, json, query } from "../http/json.ts";
import {
  codeLimits,
  createRateLimit,
  type RateLimit,
  isRateLimited,
  rateLimit,
} from "../http/rate-limits.ts";
import type { PageRenderer } from "../pages/page-renderer.ts";
import { type Fields, postedForm } from "../http/posted-form.ts";
import { refuseCrossSite, sameOrigin } from "../http/origin-checks.ts";
import { keepAttempt, signInAsOwner, signInByCode, signInByLogin } from "../http/sign-in.ts";
import { buyerHashOf, forgetBrowser, sessionToken } from "../http/visitor.ts";

const sendCodeRequest = z.object({ email: emailAddress });

const verifyCodeRequest = z.object({
  email: emailAddress,
  // Allow more characters than a code has: other text is a wrong code, not a malformed request.
  // Some keyboards type full-width digits.
  otp: z
    .string({ error: () => signInMessages.codeMissing })
    .normalize("NFKC")
    .trim()
    .min(1, { error: () => signInMessages.codeMissing })
    .max(100, { error: () => messages.codeInvalid }),
});

const sessionRequest = z.object({
  code: z.string().min(1).max(2000),
  /** Defaults to this browser's newest sign-in attempt. */
  state: z.string().min(1).max(200).optional(),
});

const LOGIN_STARTED = { name: "login-start", points: 60, seconds: 3600, durable: true };
const LOGIN_FINISHED = { name: "login-finish", points: 60, seconds: 3600, durable: true };

/** Kind of form that requests a sign-in code. All kinds verify the code in the same way. */
type CodeForm = {
  limit: RateLimit;
  send: typeof sendCode;
  targetOf: (c: Context<AppEnv>) => string;
};

export function codeRoutes(deps: Deps, pages: PageRenderer) {
  const limits = codeLimits(deps);
  const login: CodeForm = { limit: limits.ask, send: sendCode, targetOf: targetOfLogin };
  const find: CodeForm = { limit: limits.find, send: sendOrderCode, targetOf: () => "/account" };

  async function mailCode(c: Context<AppEnv>, { send }: CodeForm, email: string): Promise<void> {
    await limits.perAddress(email).catch((error: unknown) => {
      if (isRateLimited(error)) sendAdminLink(deps, email);
      throw error;
    });
    send(deps, { email, browserHash: buyerHashOf(c, deps) });
  }

  const calls = new Hono<AppEnv>()
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
      if (!isDeliberate(c.req.raw)) return c.json({ success: true }, 200);
      const token = sessionToken(c, deps);
      if (token) endSession(deps, token);
      forgetBrowser(c, deps);
      return c.json({ success: true }, 200);
    });

  const form = (codeForm: CodeForm) =>
    postedForm(deps, {
      name: "sign-in form",
      read: readPosted,
      async answer(c, posted) {
        if (posted.step === "email") {
          await codeForm.limit(c);
          const { email } = checked(sendCodeRequest, posted);
          await mailCode(c, codeForm, email);
          return pages.answer(c, { status: 200, login: { step: "code", email, error: null } });
        }
        // Do not count keys: they cannot be guessed, and a shared address could exceed the limit.
        if (!looksLikeKey(posted.otp)) await limits.guess(c);
        signInByCode(c, deps, checked(verifyCodeRequest, posted));
        return c.redirect(codeForm.targetOf(c), 303);
      },
      refused(c, refusal, posted) {
        const { email, otp } = posted;
        // A visitor with a sign-in link has no code to type in.
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

export const externalLoginRoutes = (deps: Deps) => {
  const { config } = deps;
  // Only this origin is accepted, because the provider redirects back to this site only.
  const startQuery = z.object({ originUrl: z.literal(config.publicUrl, refusals.foreignLogin) });
  const readResult = (body: unknown) => {
    const result = sessionRequest.safeParse(body);
    if (!result.success) throw loginFailed(deps);
    return result.data;
  };
  return new Hono<AppEnv>()
    .get(
      "/oauth/:provider/redirect_url",
      publicAccess,
      // The route sets a cookie: cross-site requests could evict the browser's own login attempts.
      refuseCrossSite(deps),
      async (c, next) => {
        const isKnown = c.req.param("provider") === config.oidc?.provider;
        if (!isKnown) throw new AppError("not_found", refusals.notFound);
        await next();
      },
      rateLimit(deps, LOGIN_STARTED),
      query(startQuery),
      async (c) => {
        const { redirectUrl, attempt } = await beginLogin(deps);
        keepAttempt(c, deps, attempt);
        c.header("Cache-Control", "no-store");
        return c.json({ redirectUrl }, 200);
      },
    )
    .post(
      "/sessions",
      publicAccess,
      json(readResult, { limit: createRateLimit(deps, LOGIN_FINISHED) }),
      async (c) => c.json({ user: await signInByLogin(c, deps, c.req.valid("json")) }, 200),
    );
};

/** Signs every visitor of a demo in as the owner. */
export const demoSignIn = (deps: Deps) =>
  new Hono<AppEnv>().post("/admin", publicAccess, sameOrigin(deps), (c) => {
    signInAsOwner(c, deps, DEMO_OWNER);
    return c.redirect("/admin", 303);
  });

/** Destinations of navigations and of `fetch`; old browsers and other programs send no destination. */
const DELIBERATE = [null, "document", "empty"];

/** Whether a request is meant to sign out: no prefetch, HEAD, picture, frame, script or style. */
function isDeliberate({ method, headers }: Request): boolean {
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "";
  if (method !== "GET" || purpose.includes("prefetch")) return false;
  return DELIBERATE.includes(headers.get("Sec-Fetch-Dest"));
}

type PostedCode = { step: LoginStart["step"]; email: string; otp: string };

function readPosted({ texts }: Fields): PostedCode {
  const step = texts[CODE_FIELD] === undefined ? "email" : "code";
  const otp = postedText(texts, CODE_FIELD);
  return {
    step,
    email: postedText(texts, EMAIL_FIELD),
    otp: looksLikeKey(otp) ? otp : cleanCode(otp),
  };
}

function failureOf(
  { step, otp }: PostedCode,
  { code, reason, errors, message: error }: AppError,
): Pick<LoginStart, "field"> & { error: string } {
  if (code === "internal" && step === "email") return { error: messages.codeNotSent };
  if (reason === "code_invalid") {
    return looksLikeKey(otp) ? { error: buyerRefusals.keyElsewhere } : { error, field: "code" };
  }
  if (errors?.[EMAIL_FIELD]) return { error, field: "email" };
  return { error, ...(errors?.[CODE_FIELD] && { field: "code" }) };
}

/** Returns the return path in the form's URL. The last of repeated parameters wins. */
function targetOfLogin(c: Context<AppEnv>): string {
  const last = (name: string) => c.req.queries(name)?.at(-1);
  return returnPathOf({ returnUrl: last("returnUrl"), redirect: last("redirect") });
}
