import type { Page } from "./page.ts";

const loadAdmin = () => import("../routes/admin.tsx");

/** All pages by path; their code is loaded on demand. */
export const pages = {
  "/": () => import("../routes/index.tsx"),
  "/account": () => import("../routes/account.tsx"),
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
  "/orders/find": () => import("../routes/orders.find.tsx"),
  "/privacy": () => import("../routes/privacy.tsx"),
  "/refund": () => import("../routes/refund.tsx"),
  "/terms": () => import("../routes/terms.tsx"),
  "/upsell/:id": () => import("../routes/upsell.$productId.tsx"),
  "/upsell2": () => import("../routes/upsell2.tsx"),
};

export type PagePath = keyof typeof pages;

/** Returns the code of a page: the browser loads it, the server has it in memory. */
export type PageCode = (path: PagePath) => Promise<{ page: Page }>;

const PATHS = Object.keys(pages) as PagePath[];
const PATTERNS = PATHS.map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(":id", "(?<id>[^/]+)").replace("*", ".+")}$`, "i"),
}));

/** Finds the page of a path; undefined when there is none. */
export function findPage(pathname: string): { path: PagePath; id: string | undefined } | undefined {
  for (const { path, pattern } of PATTERNS) {
    const match = pattern.exec(pathname);
    if (match) return { path, id: match.groups?.["id"] };
  }
  return undefined;
}
