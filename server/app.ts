import { Hono } from "hono";
import { LOGIN_RETURN_PATH } from "./config.ts";
import { refusals } from "./contract/messages.ts";
import type { Deps } from "./deps.ts";
import { AppError } from "./errors.ts";
import type { AppEnv } from "./http/env.ts";
import { headLength } from "./http/head-length.ts";
import { onError } from "./http/on-error.ts";
import { pageRenderer } from "./http/pages.ts";
import { requestLog } from "./http/request-log.ts";
import { sameOrigin } from "./http/same-origin.ts";
import { loginReturnHeaders, secureAnswers } from "./http/security-headers.ts";
import { smallBody } from "./http/validate.ts";
import type { Web } from "./http/web.ts";
import { accountFormRoutes } from "./routes/account-forms.ts";
import { authRoutes } from "./routes/auth.ts";
import { billingRoutes } from "./routes/billing.ts";
import { checkoutRoutes } from "./routes/checkout.ts";
import { fileRoutes } from "./routes/files.ts";
import { contactPageRoutes, formRoutes } from "./routes/forms.ts";
import { oauthRoutes } from "./routes/oauth.ts";
import { orderRoutes } from "./routes/orders.ts";
import { pageRoutes } from "./routes/pages.ts";
import { purchaseRoutes } from "./routes/purchases.ts";
import { seoRoutes } from "./routes/seo.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { sharedRoutes } from "./routes/shared.ts";
import { subscriptionRoutes } from "./routes/subscriptions.ts";
import { typedAddresses } from "./routes/typed-addresses.ts";
import { webhookRoutes } from "./routes/webhook.ts";

/**
 * The whole store as one request handler over its dependencies. `demoPages` are mounted under
 * /demo: the stand-ins bring them.
 */
export function createApp(deps: Deps, web: Web, demoPages: Hono[] = []) {
  const pages = pageRenderer(deps, web);

  const api = new Hono<AppEnv>()
    // Signed by the provider, sent from its own servers: no browser's origin is involved.
    .route("/stripe", webhookRoutes(deps))
    .use(sameOrigin(deps))
    .route("/products", purchaseRoutes(deps))
    .route("/", checkoutRoutes(deps))
    .route("/orders", orderRoutes(deps))
    .route("/subscriptions", subscriptionRoutes(deps))
    .route("/forms", formRoutes(deps))
    .route("/", authRoutes(deps))
    .route("/oauth", oauthRoutes(deps))
    .route("/sessions", sessionRoutes(deps))
    .all("*", () => {
      throw new AppError("not_found", refusals.notFound);
    });

  const demo = new Hono<AppEnv>().use(smallBody);
  for (const part of demoPages) demo.route("/", part);

  return new Hono<AppEnv>()
    .onError(onError(deps))
    .route("/", sharedRoutes(deps, pages))
    .use(requestLog(deps))
    .use(secureAnswers(deps.config))
    .use(headLength)
    .use(LOGIN_RETURN_PATH, loginReturnHeaders)
    .route("/api", api)
    .route("/files", fileRoutes(deps, pages))
    .route("/demo", demo)
    .route("/", seoRoutes(deps))
    .route("/", typedAddresses())
    .use(sameOrigin(deps))
    .route("/", contactPageRoutes(deps, pages))
    .route("/", accountFormRoutes(deps, pages))
    .route("/", billingRoutes(deps, pages))
    .route("/", pageRoutes(deps, web, pages));
}

export type AppType = ReturnType<typeof createApp>;
