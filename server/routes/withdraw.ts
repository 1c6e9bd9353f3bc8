import { Hono } from "hono";
import { CONFIRM_FIELD, type WithdrawStart, readWithdrawal } from "../contract/withdraw.ts";
import type { Deps } from "../deps.ts";
import { declareWithdrawal, findWithdrawable } from "../domain/orders/withdrawals.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { publicAccess } from "../http/guards.ts";
import { isRateLimited, withdrawLimit } from "../http/rate-limits.ts";
import type { PageRenderer } from "../pages/page-renderer.ts";
import { type Fields, postedForm } from "../http/posted-form.ts";

/** Withdrawal in two steps: the details, then the confirmation of the order that they name. */
export function withdrawForms(deps: Deps, pages: PageRenderer) {
  const limit = withdrawLimit(deps);
  return new Hono<AppEnv>().post(
    "/withdraw",
    publicAccess,
    postedForm(deps, {
      name: "withdrawal form",
      read: readPosted,
      async answer(c, { values, problems, isConfirmed }) {
        await limit(c);
        const isFaulty = Object.keys(problems).length > 0;
        const step = isConfirmed ? declareWithdrawal : findWithdrawable;
        const withdraw: WithdrawStart = isFaulty
          ? { step: "form", values, problems, error: null }
          : step(deps, values);
        return pages.answer(c, { status: withdraw.step === "form" ? 422 : 200, withdraw });
      },
      refused(c, refusal, { values }) {
        const error = isRateLimited(refusal) ? "busy" : "failed";
        const withdraw = { step: "form", values, problems: {}, error } as const;
        return pages.answer(c, { status: refusal.status, withdraw });
      },
    }),
  );
}

function readPosted({ texts }: Fields) {
  return { ...readWithdrawal(texts), isConfirmed: texts[CONFIRM_FIELD] !== undefined };
}
