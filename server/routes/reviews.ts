import { Hono } from "hono";
import { readReview, REVIEW_PATH } from "../contract/review.ts";
import type { Deps } from "../deps.ts";
import { openReviewLink, sendReview } from "../domain/orders/reviews.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { publicAccess } from "../http/guards.ts";
import { createRateLimit, isRateLimited } from "../http/rate-limits.ts";
import type { PageRenderer } from "../pages/page-renderer.ts";
import { postedForm } from "../http/posted-form.ts";
import { reviewStart } from "../pages/review.ts";

const REVIEWS = { name: "review", points: 30, seconds: 3600, durable: true };

/** Form of the link in the mail that asks for a review. */
export function reviewForms(deps: Deps, pages: PageRenderer) {
  const limit = createRateLimit(deps, REVIEWS);
  return new Hono<AppEnv>().post(
    REVIEW_PATH,
    publicAccess,
    postedForm(deps, {
      name: "review form",
      read: ({ texts }) => readReview(texts),
      async answer(c, { values, problems }) {
        await limit(c);
        const token = c.req.query("token") ?? "";
        const isFaulty = Object.keys(problems).length > 0;
        const link = isFaulty ? openReviewLink(deps, token) : sendReview(deps, token, values);
        // Redirect, so that a reload does not post again.
        if (link.state === "sent") return c.redirect(`${REVIEW_PATH}?token=${token}`, 303);
        const review = reviewStart(link, { values, problems });
        return pages.answer(c, { status: 422, review });
      },
      refused(c, refusal, { values }) {
        const error = isRateLimited(refusal) ? "busy" : "failed";
        const review = { step: "form", products: [], values, problems: {}, error } as const;
        return pages.answer(c, { status: refusal.status, review });
      },
    }),
  );
}
