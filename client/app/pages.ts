import { pathMatcher } from "../../server/contract/pages.ts";
import type { Page } from "./page.ts";

const loadAdmin = () => import("../routes/admin.tsx");

/** Routes by path, with lazily loaded page code. */
export const pages = {
  "/": () => import("../routes/index.tsx"),
  "/account": () => import("../routes/account.tsx"),
  "/account/delete": () => import("../routes/account.delete.tsx"),
  "/account/orders/:id": () => import("../routes/account.orders.$number.tsx"),
  "/admin": loadAdmin,
  "/admin/*": loadAdmin,
  "/auth/callback": () => import("../routes/auth.callback.tsx"),
  "/busy": () => import("../routes/busy.tsx"),
  "/busy/files": () => import("../routes/busy.files.tsx"),
  "/checkout/cancel": () => import("../routes/checkout.cancel.tsx"),
  "/checkout/error": () => import("../routes/checkout.error.tsx"),
  "/checkout/start": () => import("../routes/checkout.start.tsx"),
  "/checkout/success": () => import("../routes/checkout.success.tsx"),
  "/contact": () => import("../routes/contact.tsx"),
  "/downsell": () => import("../routes/downsell.tsx"),
  "/login": () => import("../routes/login.tsx"),
  "/mails/stop": () => import("../routes/mails.stop.tsx"),
  "/orders/find": () => import("../routes/orders.find.tsx"),
  "/orders/review": () => import("../routes/orders.review.tsx"),
  "/products/:id": () => import("../routes/products.$slug.tsx"),
  "/upsell/:id": () => import("../routes/upsell.$productId.tsx"),
  "/upsell2": () => import("../routes/upsell2.tsx"),
  "/withdraw": () => import("../routes/withdraw.tsx"),
  // Legal and other pages written by the owner. Must be last: it also matches other paths.
  "/:id": () => import("../routes/$slug.tsx"),
};

export type PagePath = keyof typeof pages;

/** Loads the code of a page: a dynamic import in the browser, preloaded on the server. */
export type PageCode = (path: PagePath) => Promise<{ page: Page }>;

/** Matches a path to its page; undefined for unknown paths. */
export const findPage = pathMatcher(Object.keys(pages) as PagePath[]);
