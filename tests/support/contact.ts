import { contactSubmissions } from "../../db/buyer-schema.ts";
import { emails } from "../../db/schema.ts";
import { createTestApp, SITE } from "./create-test-app.ts";
import { realPages } from "./page-desk.ts";

export const SUPPORT = "hello@papercub.example";
export const CALL = "/api/forms/submit";

export const MESSAGE = {
  formId: "contact_form",
  name: "Anna Bear",
  email: "anna@example.com",
  subject: "Month 3",
  message: "Hello, the maze on page 14 does not print.",
};

/** Opens a shop with the real pages behind a proxy, so each request can set its client address. */
export function openDesk(env: Record<string, string> = {}, hasContent = false) {
  const t = createTestApp({ web: realPages, env: { TRUSTED_PROXY: "1", ...env }, hasContent });

  const post = (path: string, body: string, headers: Record<string, string>) =>
    t.app.request(SITE + path, { method: "POST", body, headers: { Origin: SITE, ...headers } });

  return {
    ...t,
    send: (body: unknown, client = "192.0.2.1", headers: Record<string, string> = {}) =>
      post(CALL, typeof body === "string" ? body : JSON.stringify(body), {
        "Content-Type": "application/json",
        "X-Forwarded-For": client,
        ...headers,
      }),
    postForm: (fields: Record<string, string>, client = "192.0.2.1") =>
      post("/contact", new URLSearchParams(fields).toString(), {
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Forwarded-For": client,
      }),
    submissions: () => t.db.select().from(contactSubmissions).all(),
    queued: () => t.db.select().from(emails).all(),
  };
}
