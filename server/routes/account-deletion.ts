import { type Context, Hono } from "hono";
import {
  DELETION_PATH,
  type DeletionError,
  type DeletionStart,
  FILE_CHOICES,
  FILES_FIELD,
} from "../contract/account-deletion.ts";
import { postedText } from "../contract/field-validation.ts";
import { messages } from "../contract/messages.ts";
import { loginPathTo } from "../contract/paths.ts";
import { cleanCode, CODE_FIELD } from "../contract/sign-in.ts";
import type { Deps } from "../deps.ts";
import { deleteAccount, findObstacle } from "../domain/orders/delete-account.ts";
import { redeemCode, sendDeletionCode } from "../domain/sign-in/one-time-code.ts";
import { AppError } from "../errors.ts";
import { publicAccess } from "../http/guards.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { type Fields, postedForm } from "../http/posted-form.ts";
import { codeLimits, isRateLimited } from "../http/rate-limits.ts";
import { allowSlowReader } from "../http/slow-reader.ts";
import { browserHashOf, buyerHashOf, forgetBrowser, viewerOf } from "../http/visitor.ts";
import type { PageRenderer } from "../pages/page-renderer.ts";

/** Deletion of the account in two steps: the choice about the files, then the mailed code. */
export function deletionForms(deps: Deps, pages: PageRenderer) {
  const limits = codeLimits(deps);
  const show = (c: Context<AppEnv>, status: number, deletion: DeletionStart) =>
    pages.answer(c, { status, deletion });

  return new Hono<AppEnv>().post(
    DELETION_PATH,
    publicAccess,
    postedForm(deps, {
      name: "account deletion",
      read: readPosted,
      async answer(c, { files, otp }) {
        const { user } = viewerOf(c, deps);
        if (!user) return c.redirect(loginPathTo(DELETION_PATH), 303);
        const obstacle = findObstacle(deps, deps.db, user);
        if (obstacle) return show(c, 409, { step: "choice", obstacle, error: null });
        const { email } = user;
        if (otp === undefined) {
          await limits.ask(c);
          await limits.perAddress(email);
          sendDeletionCode(deps, { email, browserHash: buyerHashOf(c, deps) });
          return show(c, 200, { step: "code", email, files, error: null });
        }
        await limits.guess(c);
        if (!redeemCode(deps, { email, otp, browserHash: browserHashOf(c, deps) })) {
          throw new AppError("malformed", messages.codeInvalid, { reason: "code_invalid" });
        }
        // An account with thousands of orders takes seconds.
        allowSlowReader(c);
        const author = { actor: "buyer", now: deps.clock.now() };
        await deleteAccount(deps, {
          user,
          endsAccess: files === "end",
          author,
          write: deps.db.write,
        });
        forgetBrowser(c, deps);
        return show(c, 200, { step: "done", files });
      },
      refused(c, refusal, { files, otp }) {
        const { user } = viewerOf(c, deps);
        const error = errorOf(refusal);
        const obstacle = user && findObstacle(deps, deps.db, user);
        const start: DeletionStart =
          otp === undefined || obstacle || !user
            ? { step: "choice", obstacle, error }
            : { step: "code", email: user.email, files, error };
        return show(c, refusal.status, start);
      },
    }),
  );
}

/** Without a choice, the files stay. */
function readPosted({ texts }: Fields) {
  const files = FILE_CHOICES.find((choice) => choice === texts[FILES_FIELD]) ?? "keep";
  const otp =
    texts[CODE_FIELD] === undefined ? undefined : cleanCode(postedText(texts, CODE_FIELD));
  return { files, otp };
}

function errorOf(refusal: AppError): DeletionError {
  if (refusal.reason === "code_invalid") return "code";
  return isRateLimited(refusal) ? "busy" : "failed";
}
