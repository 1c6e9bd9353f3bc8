import { Hono } from "hono";
import { SESSION_ID } from "../contract/fields.ts";
import { loginPathTo } from "../contract/paths.ts";
import type { Deps } from "../deps.ts";
import { setUsersChoice, STOP_PATH, stopMails } from "../domain/mails/mail-preferences.ts";
import { setOrdersChoice } from "../domain/orders/purchase-detail.ts";
import { AppError, refusals } from "../errors.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { publicAccess } from "../http/guards.ts";
import { createRateLimit, rateLimit } from "../http/rate-limits.ts";
import type { PageRenderer } from "../pages/page-renderer.ts";
import { postedForm } from "../http/posted-form.ts";
import { viewerOf } from "../http/visitor.ts";

const ACCOUNT = "/account";
const INVALID_STOPS = { name: "mail-stop", points: 60, seconds: 60, durable: false };
const NEWS = { name: "news", points: 30, seconds: 60, durable: false };

/** Forms that start and stop optional mails. */
export function mailForms(deps: Deps, pages: PageRenderer) {
  const countInvalid = createRateLimit(deps, INVALID_STOPS);
  return new Hono<AppEnv>()
    .post(
      // Posted by the button of the page and as one-click unsubscribe (RFC 8058).
      STOP_PATH,
      publicAccess,
      postedForm(deps, {
        name: "stop mails form",
        read: () => undefined,
        async answer(c) {
          // The token is in the URL, because mail clients post only the body that RFC 8058 defines.
          if (stopMails(deps, c.req.query("token") ?? "")) return pages.answer(c, { status: 200 });
          // Only invalid links count: a mail service posts for many of its users.
          await countInvalid(c);
          return pages.answer(c, { status: 422 });
        },
      }),
    )
    .post(
      "/mails/news",
      publicAccess,
      rateLimit(deps, NEWS),
      postedForm(deps, {
        name: "news form",
        read: ({ texts: { topic, wanted, sessionId = "" } }) => ({
          topic: topic === "reviews" ? ("reviews" as const) : ("news" as const),
          wanted: wanted === "1",
          sessionId,
        }),
        answer(c, { topic, wanted, sessionId }) {
          const viewer = viewerOf(c, deps);
          if (SESSION_ID.test(sessionId)) {
            if (!setOrdersChoice(deps, { sessionId, viewer, topic, wanted })) {
              throw new AppError("not_found", refusals.notFound);
            }
            return c.redirect(`/checkout/success?sessionId=${sessionId}&plain=1`, 303);
          }
          const { user } = viewer;
          if (!user) return c.redirect(loginPathTo(ACCOUNT), 303);
          setUsersChoice(deps, { user, topic, wanted });
          return c.redirect(ACCOUNT, 303);
        },
        refused(c, refusal) {
          if (refusal.code === "not_found") return pages.answer(c);
          throw refusal;
        },
      }),
    );
}
