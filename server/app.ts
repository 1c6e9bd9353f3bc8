import { Hono } from "hono";
import { refusals } from "./contract/messages.ts";
import type { Deps } from "./deps.ts";
import { AppError } from "./errors.ts";
import { catalogueCache } from "./http/catalogue-cache.ts";
import type { AppEnv } from "./http/env.ts";
import { servePrepared } from "./http/http-cache.ts";
import { onError } from "./http/on-error.ts";
import { requestLog } from "./http/request-log.ts";
import { sameOrigin } from "./http/same-origin.ts";
import { securityHeaders } from "./http/security-headers.ts";
import type { Web } from "./http/web.ts";
import { checkoutRoutes } from "./routes/checkout.ts";
import { fileRoutes } from "./routes/files.ts";
import { orderRoutes } from "./routes/orders.ts";
import { pageRoutes } from "./routes/pages.ts";
import { productRoutes } from "./routes/products.ts";
import { webhookRoutes } from "./routes/webhook.ts";

/**
 * The whole store as one request handler over its dependencies. `extras` are mounted before the
 * pages: the demo brings its stand-ins there.
 */
export function createApp(deps: Deps, web: Web, extras: Hono[] = []) {
  const catalogue = catalogueCache(deps);
  const httpsOnly = deps.config.publicUrl.startsWith("https:");

  const api = new Hono<AppEnv>()
    // Signed by the provider, sent from its own servers: no browser's origin is involved.
    .route("/stripe", webhookRoutes(deps))
    .use(sameOrigin(deps))
    .route("/products", productRoutes(deps, catalogue))
    .route("/", checkoutRoutes(deps))
    .route("/orders", orderRoutes(deps))
    .all("*", () => {
      throw new AppError("not_found", refusals.notFound);
    });

  const app = new Hono<AppEnv>()
    .onError(onError(deps))
    .use(requestLog(deps))
    .use(securityHeaders({ httpsOnly }))
    .route("/api", api)
    .route("/files", fileRoutes(deps));

  for (const extra of extras) app.route("/demo", extra);
  app
    .use(sameOrigin(deps))
    .get("*", async (c, next) => {
      const file = web.statics.get(c.req.path);
      if (file) return servePrepared(file, c.req.raw);
      if (c.req.path.startsWith("/assets/")) throw new AppError("not_found", refusals.notFound);
      return next();
    })
    .route("/", pageRoutes(deps, web, catalogue));
  return app;
}

export type AppType = ReturnType<typeof createApp>;
