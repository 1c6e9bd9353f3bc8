import { type Context, Hono } from "hono";
import type { BodyData } from "hono/utils/body";
import { type CurrentUser, sendCodeRequest, verifyCodeRequest } from "../contract/auth.ts";
import { rowId } from "../contract/checkout.ts";
import {
  cleanCode,
  CODE_FIELD,
  EMAIL_FIELD,
  EVERYWHERE,
  type LoginStart,
  SESSION_FIELD,
} from "../contract/login.ts";
import { messages, refusals } from "../contract/messages.ts";
import { loginPathTo, returnPathOf } from "../contract/return-path.ts";
import type { Deps } from "../deps.ts";
import { looksLikeKey } from "../domain/code-texts.ts";
import { sendCode, sendOrderCode } from "../domain/one-time-code.ts";
import { endAllSessions, endOwnSession, endSession } from "../domain/sessions.ts";
import { AppError } from "../errors.ts";
import { codeLimits } from "../http/code-limits.ts";
import { forgetBrowser } from "../http/cookies.ts";
import type { AppEnv } from "../http/env.ts";
import type { Pages } from "../http/pages.ts";
import type { Count } from "../http/rate-limit.ts";
import { findUser, sessionToken } from "../http/session.ts";
import { signInByCode } from "../http/sign-in.ts";
import { checked, smallBody } from "../http/validate.ts";
import { buyerOf } from "../http/viewer.ts";

const ACCOUNT = "/account";
const LOGIN = loginPathTo(ACCOUNT);

type Step = LoginStart["step"];
type Posted = { step: Step; email: string; otp: string };

/** The sign-in forms where no script runs: the same rules as the calls, answered by pages. */
export const accountFormRoutes = (deps: Deps, pages: Pages) => {
  const limits = codeLimits(deps);

  /** `send` is what this page does with an address; a code is judged alike on both. */
  const answer = (ask: Count, send: typeof sendCode, targetOf: typeof targetOfLogin) =>
    async function answerForm(c: Context<AppEnv>): Promise<Response> {
      const posted = await readForm(c);
      try {
        if (posted.step === "email") {
          await ask(c);
          const { email } = checked(sendCodeRequest, posted);
          await limits.perAddress(email);
          send(deps, { email, browserHash: buyerOf(c, deps).browserHash });
          return pages.answer(c, { status: 200, login: { step: "code", email, error: null } });
        }
        await limits.guess(c);
        signInByCode(c, deps, checked(verifyCodeRequest, posted));
        return c.redirect(targetOf(c), 303);
      } catch (error) {
        return showAgain(c, posted, error);
      }
    };

  async function showAgain(c: Context<AppEnv>, posted: Posted, error: unknown) {
    const refusal = error instanceof AppError ? error : undefined;
    const { email, otp } = posted;
    // Whoever comes with a key was never sent a code that could be typed in now.
    const step = looksLikeKey(otp) ? "email" : posted.step;
    if (!refusal) deps.log.error({ requestId: c.get("requestId"), err: error }, "sign-in form");
    if (refusal?.retryAfterSeconds) c.header("Retry-After", String(refusal.retryAfterSeconds));
    const login = { step, email, error: failureText(posted, refusal) };
    return pages.answer(c, { status: refusal?.status ?? 500, login });
  }

  return new Hono<AppEnv>()
    .post("/login", smallBody, answer(limits.ask, sendCode, targetOfLogin))
    .post(
      "/orders/find",
      smallBody,
      answer(limits.find, sendOrderCode, () => ACCOUNT),
    )
    .post("/account/sign-out", smallBody, (c) => signOut(c, deps));
};

/** Ends one session of the visitor, all of them, or when none is named this browser's. */
async function signOut(c: Context<AppEnv>, deps: Deps): Promise<Response> {
  const form = await c.req.parseBody().catch((): BodyData => ({}));
  const which = form[SESSION_FIELD];
  const user = findUser(c, deps);
  const token = sessionToken(c);
  if (user && which === EVERYWHERE) endAllSessions(deps, user);
  else if (user && which !== undefined) {
    const id = rowId.safeParse(which);
    if (id.success) endSessionIfTheirs(deps, user, id.data);
  } else if (token) endSession(deps, token);
  if (findUser(c, deps)) return c.redirect(ACCOUNT, 303);
  forgetBrowser(c, deps);
  return c.redirect(LOGIN, 303);
}

/** Pressed twice, or over meanwhile: the list that comes next shows what is left. */
function endSessionIfTheirs(deps: Deps, user: CurrentUser, id: number): void {
  try {
    endOwnSession(deps, user, id);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  }
}

/** A body that is no form has no fields either, which is what the page then says. */
async function readForm(c: Context<AppEnv>): Promise<Posted> {
  const form = await c.req.parseBody().catch((): BodyData => ({}));
  const textOf = (name: string) => {
    const value = form[name];
    return typeof value === "string" ? value.toWellFormed().trim() : "";
  };
  const step = form[CODE_FIELD] === undefined ? "email" : "code";
  const otp = textOf(CODE_FIELD);
  return { step, email: textOf(EMAIL_FIELD), otp: looksLikeKey(otp) ? otp : cleanCode(otp) };
}

/** What the form says about its failure. */
function failureText({ step, otp }: Posted, refusal: AppError | undefined): string {
  if (refusal?.code === "malformed" && looksLikeKey(otp)) return refusals.keyElsewhere;
  if (refusal) return refusal.message;
  return step === "email" ? messages.codeNotSent : messages.unexpected;
}

/** The form's own address carries where the visitor wants to go. Of a repeated key the last counts. */
function targetOfLogin(c: Context<AppEnv>): string {
  const last = (name: string) => c.req.queries(name)?.at(-1);
  return returnPathOf({ returnUrl: last("returnUrl"), redirect: last("redirect") });
}
