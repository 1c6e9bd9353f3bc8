import { type Context, Hono } from "hono";
import type { BodyData } from "hono/utils/body";
import { validator } from "hono/validator";
import { type ContactDraft, SUBSCRIPTION_FORM_ID } from "../contract/contact.ts";
import { formRefusals } from "../contract/wording.ts";
import type { Deps } from "../deps.ts";
import { submitContact } from "../domain/contact.ts";
import { AppError, unexpected } from "../errors.ts";
import { contactLimits } from "../http/contact-limits.ts";
import { readContactPost, readFormRequest } from "../http/contact-request.ts";
import type { AppEnv } from "../http/env.ts";
import type { Pages } from "../http/pages.ts";
import { counted } from "../http/rate-limit.ts";
import { jsonOnly, smallBody } from "../http/validate.ts";
import { viewerOf } from "../http/viewer.ts";

export const formRoutes = (deps: Deps) => {
  const limits = contactLimits(deps);
  return new Hono<AppEnv>().post(
    "/submit",
    counted(limits.all),
    smallBody,
    jsonOnly,
    validator("json", readFormRequest),
    async (c) => {
      const request = c.req.valid("json");
      if (request.formId === SUBSCRIPTION_FORM_ID) throw refuseAdminForm(c, deps);
      submitContact(deps, { request, thank: await limits.mayThank(c) });
      return c.json({ success: true }, 200);
    },
  );
};

/** There are no administrators' sessions yet: whoever is signed in is none. */
function refuseAdminForm(c: Context<AppEnv>, deps: Deps): AppError {
  const { user } = viewerOf(c, deps);
  return user
    ? new AppError("forbidden", formRefusals.administrators)
    : new AppError("unauthenticated", formRefusals.signIn);
}

/** The contact page's form where no script runs: the same submission, answered by a page. */
export const contactPageRoutes = (deps: Deps, pages: Pages) => {
  const limits = contactLimits(deps);
  return new Hono<AppEnv>().post("/contact", smallBody, async (c) => {
    // A body that is no form has no fields either, which is what the page then says.
    const form = await c.req.parseBody().catch((): BodyData => ({}));
    const { values, problems, request, openedAt } = readContactPost(form);
    const showAgain = (draft: Pick<ContactDraft, "problems" | "failed">, status: number) =>
      pages.answer(c, { status, contact: { draft: { values, ...draft }, openedAt } });
    if (Object.keys(problems).length > 0) return showAgain({ problems, failed: false }, 422);
    try {
      await limits.all(c);
      submitContact(deps, { request, openedAt, thank: await limits.mayThank(c) });
    } catch (error) {
      const failure = error instanceof AppError ? error : unexpected(error);
      const { message, cause } = failure;
      deps.log.warn({ requestId: c.get("requestId"), err: cause }, `contact form: ${message}`);
      const page = await showAgain({ problems: {}, failed: true }, failure.status);
      if (failure.retryAfterSeconds) {
        page.headers.set("Retry-After", String(failure.retryAfterSeconds));
      }
      return page;
    }
    return c.redirect("/contact?sent=1", 303);
  });
};
