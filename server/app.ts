import { Hono } from "hono";
import { LOGIN_RETURN_PATH } from "./config.ts";
import type { Deps } from "./deps.ts";
import { visitCounter } from "./domain/stats/visits.ts";
import { AppError, refusals } from "./errors.ts";
import { warnOfForwarded } from "./http/client-address.ts";
import type { AppEnv } from "./http/hono-env.ts";
import { onError } from "./http/errors.ts";
import { listCalls, publicAccess, requireAdmin } from "./http/guards.ts";
import { headLength, loginReturnHeaders, secureAnswers } from "./http/headers.ts";
import { smallBody } from "./http/json.ts";
import { requestLog } from "./http/log.ts";
import { pageRenderer } from "./pages/page-renderer.ts";
import { shopTexts } from "./http/shop-texts.ts";
import { sameOrigin } from "./http/origin-checks.ts";
import type { BuiltClient } from "./http/built-client.ts";
import { countPageView } from "./http/visits.ts";
import { sampleMailRenderer } from "./mails/sample-mails.ts";
import { accountCalls, accountForms } from "./routes/account.ts";
import { accountDataCalls } from "./routes/account-data.ts";
import { deletionForms } from "./routes/account-deletion.ts";
import {
  adminHealthRoutes,
  adminRoutes,
  adminStatus,
  backupRoutes,
  contentRoutes,
} from "./routes/admin.ts";
import { checkoutRoutes, orderRoutes, webhookRoutes } from "./routes/checkout.ts";
import { contactRoutes } from "./routes/contact.ts";
import { discountRoutes, publicDiscountRoutes } from "./routes/discounts.ts";
import { fileRoutes, storedRoutes, uploadRoutes, sampleRoutes } from "./routes/files.ts";
import { healthRoutes } from "./routes/health.ts";
import { mailForms } from "./routes/mails.ts";
import { orderImportRoutes } from "./routes/order-import.ts";
import { appFileRoutes, pageRoutes, sharedRoutes } from "./routes/pages.ts";
import { codeRoutes, demoSignIn, externalLoginRoutes } from "./routes/sign-in.ts";
import { adminPasskeyRoutes, passkeyRoutes } from "./routes/passkeys.ts";
import { tableReadRoutes } from "./routes/table-reads.ts";
import { changeRoutes } from "./routes/changes.ts";
import { tableActionRoutes, tableWriteRoutes } from "./routes/table-writes.ts";
import { visitRoutes } from "./routes/visits.ts";
import { reviewForms } from "./routes/reviews.ts";
import { withdrawForms } from "./routes/withdraw.ts";

export function createApp(deps: Deps, web: BuiltClient, demoPages: Hono[] = []) {
  const pages = pageRenderer(deps, web);
  const shared = sharedRoutes(deps, web, pages);
  const codes = codeRoutes(deps, pages);
  const checkout = checkoutRoutes(deps, pages);
  const contact = contactRoutes(deps, pages);
  const countVisit = visitCounter(deps, web.served);

  const guarded = () => new Hono<AppEnv>().use(requireAdmin(deps));
  const admin = guarded()
    .route("/", adminRoutes(deps))
    .route("/", changeRoutes(deps))
    .route(
      "/",
      contentRoutes(deps, {
        renderPage: pages.renderPreview,
        renderMail: sampleMailRenderer(deps),
      }),
    )
    .route("/backups", backupRoutes(deps))
    .route("/order-import", orderImportRoutes(deps))
    .route("/passkeys", adminPasskeyRoutes(deps))
    .route("/", adminHealthRoutes(deps));
  const tables = guarded()
    .route("/", tableReadRoutes(deps))
    .route("/", tableWriteRoutes(deps))
    .route("/", tableActionRoutes(deps));

  const api = new Hono<AppEnv>()
    // Exempt from the same-origin check: the provider sends and signs these requests.
    .route("/stripe", webhookRoutes(deps))
    .use(sameOrigin(deps))
    .use(shopTexts(deps))
    .route("/", checkout.calls)
    .route("/", orderRoutes(deps))
    .route("/", contact.calls)
    .route("/", visitRoutes(deps, countVisit))
    .route("/", codes.calls)
    .route("/", externalLoginRoutes(deps))
    .route("/passkeys", passkeyRoutes(deps))
    .route("/", accountCalls(deps))
    .route("/", accountDataCalls(deps, pages))
    .route("/discounts", publicDiscountRoutes(deps))
    .route("/discounts", guarded().route("/", discountRoutes(deps)))
    .route("/admin", adminStatus(deps))
    .route("/admin", admin)
    .route("/tables", tables)
    .route("/upload", uploadRoutes(deps))
    .all("*", () => {
      throw new AppError("not_found", refusals.notFound);
    });

  const demo = new Hono<AppEnv>().use(publicAccess).use(smallBody);
  for (const part of demoPages) demo.route("/", part);
  if (deps.config.mode === "demo") demo.route("/", demoSignIn(deps));

  const app = new Hono<AppEnv>()
    .onError(onError(deps))
    .route("/", shared.routes)
    .route("/api", healthRoutes(deps))
    .use(requestLog(deps))
    .use(warnOfForwarded(deps))
    .use(secureAnswers(deps))
    .use(headLength)
    .get(LOGIN_RETURN_PATH, publicAccess, loginReturnHeaders)
    .route("/api", api)
    .route("/files", fileRoutes(deps, pages))
    .route("/uploads", storedRoutes(deps))
    .route("/samples", sampleRoutes(deps, pages))
    .route("/demo", demo)
    .route("/", appFileRoutes(deps, web, pages))
    .use(sameOrigin(deps))
    .use(shopTexts(deps))
    .route("/", contact.forms)
    .route("/", codes.forms)
    .route("/", accountForms(deps, pages))
    .route("/", deletionForms(deps, pages))
    .route("/", mailForms(deps, pages))
    .route("/", withdrawForms(deps, pages))
    .route("/", reviewForms(deps, pages))
    .route("/", checkout.forms)
    .route("/", pageRoutes(web, pages, shared));

  listCalls(app.routes);
  const { fetch: route } = app;
  app.fetch = (request, env, ...rest) => {
    const count = (response: Response): Response => {
      countPageView(deps, countVisit, { request, response, env });
      return response;
    };
    const answer = shared.findCached(request) ?? route(request, env, ...rest);
    return answer instanceof Response ? count(answer) : answer.then(count);
  };
  return app;
}

export type AppType = ReturnType<typeof createApp>;
