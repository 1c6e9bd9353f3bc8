import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { STOP_PATH, stopMails } from "../domain/mail-preferences.ts";
import type { AppEnv } from "../http/env.ts";
import { publicAccess } from "../http/guards.ts";
import type { PageRenderer } from "../http/page-renderer.ts";
import { postedForm } from "../http/posted-form.ts";

/** Stops optional mails, for the button of the page and for one-click unsubscribe (RFC 8058). */
export const mailForms = (deps: Deps, pages: PageRenderer) =>
  new Hono<AppEnv>().post(
    STOP_PATH,
    publicAccess,
    postedForm(deps, {
      name: "stop mails form",
      read: () => undefined,
      // The token is in the URL, because mail programs post only the body of RFC 8058.
      answer: (c) =>
        pages.answer(c, { status: stopMails(deps, c.req.query("token") ?? "") ? 200 : 422 }),
      refused(_c, refusal) {
        throw refusal;
      },
    }),
  );
