import { Hono } from "hono";
import {
  CONTACT_FORM_ID,
  type ContactDraft,
  type FormRequest,
  OPENED_FIELD,
  readContact,
  SUBSCRIPTION_FORM_ID,
  type SubscriptionRequest,
} from "../contract/contact.ts";
import type { Deps } from "../deps.ts";
import { submitContact } from "../domain/mails/contact.ts";
import { type Administrator, authorOf } from "../domain/sign-in/administrators.ts";
import { administratorOf } from "../domain/sign-in/sessions.ts";
import { getTable } from "../domain/tables/registry.ts";
import { createRow } from "../domain/tables/write.ts";
import { buyerRefusals } from "../contract/refusals.ts";
import { AppError } from "../errors.ts";
import type { Reason } from "../contract/reasons.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { publicAccess } from "../http/guards.ts";
import { json } from "../http/json.ts";
import { contactLimits, isWithin } from "../http/rate-limits.ts";
import type { PageRenderer } from "../pages/page-renderer.ts";
import { type Fields, postedForm } from "../http/posted-form.ts";
import { sessionToken, viewerOf } from "../http/visitor.ts";

export function contactRoutes(deps: Deps, pages: PageRenderer) {
  const limits = contactLimits(deps);

  const calls = new Hono<AppEnv>().post(
    "/forms/submit",
    publicAccess,
    json(readFormRequest, { limit: limits.all }),
    async (c) => {
      const request = c.req.valid("json");
      if (request.formId === SUBSCRIPTION_FORM_ID) {
        const { user } = viewerOf(c, deps);
        if (!user) throw new AppError("unauthenticated", "Please sign in to send this form.");
        if (!user.isAdmin) {
          throw new AppError("forbidden", "Only administrators can send this form.", {
            reason: "not_admin",
          });
        }
        const admin = administratorOf(deps, { user, token: sessionToken(c, deps) ?? "" });
        createSubscription(deps, request, admin);
        return c.json({ success: true }, 200);
      }
      submitContact(deps, { request, thank: await isWithin(limits.thanks, c) });
      return c.json({ success: true }, 200);
    },
  );

  const forms = new Hono<AppEnv>().post(
    "/contact",
    publicAccess,
    postedForm(deps, {
      name: "contact form",
      read: readPosted,
      async answer(c, { request, problems, values, openedAt }) {
        if (Object.keys(problems).length > 0) {
          const draft = { values, problems, failed: false };
          return pages.answer(c, { status: 422, contact: { draft, openedAt } });
        }
        await limits.all(c);
        submitContact(deps, { request, openedAt, thank: await isWithin(limits.thanks, c) });
        return c.redirect("/contact?sent=1", 303);
      },
      refused(c, { status }, { values, openedAt }) {
        const draft: ContactDraft = { values, problems: {}, failed: true };
        return pages.answer(c, { status, contact: { draft, openedAt } });
      },
    }),
  );

  return { calls, forms };
}

/** Creates a subscription record as the admin's form does; sends no mail. */
function createSubscription(
  deps: Deps,
  { record }: SubscriptionRequest,
  admin: Administrator,
): void {
  const definition = getTable("subscription_records");
  const author = authorOf(admin, deps.clock.now());
  admin.write((tx) => createRow(tx, { definition, body: record, author }));
}

/** Parses the form from a JSON body. Throws AppError `invalid` with a text for each field. */
function readFormRequest(value: unknown): FormRequest {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AppError("malformed", buyerRefusals.malformedJson);
  }
  const body: Record<string, unknown> = { ...value };
  if (body["formId"] === SUBSCRIPTION_FORM_ID) {
    const { user_id, email, session_id } = body;
    return { formId: SUBSCRIPTION_FORM_ID, record: { user_id, email, session_id } };
  }
  if (body["formId"] !== CONTACT_FORM_ID) {
    throw invalid({ formId: "This form is unknown." }, "unknown_form");
  }
  const { request, problems } = readContact(body);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return request;
}

function invalid(problems: Record<string, string>, reason?: Reason): AppError {
  const entries = Object.entries(problems);
  const errors = Object.fromEntries(entries.map(([field, text]) => [field, [text]]));
  return new AppError("invalid", entries[0]?.[1] ?? "", { errors, ...(reason && { reason }) });
}

/** Parses the posted form, with the time at which it was rendered. */
function readPosted({ texts }: Fields) {
  const opened = texts[OPENED_FIELD] ?? "";
  const openedAt = /^\d{13}$/.test(opened) ? Number(opened) : undefined;
  return { ...readContact(texts), openedAt };
}
