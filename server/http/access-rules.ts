import type { ServedPage } from "../contract/pages.ts";
import { findGuard } from "./guards.ts";

type Route = { method: string; path: string; handler: unknown };

/** Everything below these is for administrators alone, but for what says whether one is asking. */
const ADMIN_AREAS = ["/api/admin", "/api/tables", "/api/upload"];
const FOR_USERS = ["GET /api/admin/status"];

/** What any visitor may call; each decides itself what it tells to whom. */
const PUBLIC = new Set([
  "GET /api/health",
  "GET /api/products",
  "GET /speculation-rules.json",
  "POST /api/stripe/webhook",
  "POST /api/create-checkout-session",
  "GET /api/products/purchase-detail",
  "POST /api/orders/resend",
  "POST /api/orders/address",
  "POST /api/orders/find",
  "POST /api/subscriptions",
  "POST /api/forms/submit",
  "POST /api/send-otp",
  "POST /api/verify-otp",
  "GET /api/logout",
  "GET /api/oauth/:provider/redirect_url",
  "POST /api/sessions",
  // PDFs among them only to administrators, whom it asks for itself.
  "GET /uploads/:sha256{[0-9a-f]{64}}/:name",
  // The installed app: the same for everybody.
  "GET /sw.js",
  "GET /app-shell",
  "GET /offline",
  "GET /manifest.webmanifest",
  "GET /admin/manifest.webmanifest",
  "GET /sitemap.xml",
  "GET /robots.txt",
  "GET /orders",
  "GET /pricing",
  "GET /faq",
  "GET /favicon.ico",
  "POST /contact",
  "POST /login",
  "POST /orders/find",
  "POST /account/billing",
  "POST /account/sign-out",
  "POST /checkout/start",
  "ALL /auth/callback",
  // The pages that are rendered for one visitor.
  "GET /*",
]);
/** All that stands below these: links that open a file by themselves, and what a demo has. */
const PUBLIC_AREAS = ["/files", "/demo"];

/**
 * Throws when a route does not say who may call it: none stands behind a guard by accident, and none
 * in front of it (decision: access-rules). Guards are found by what is registered before a route;
 * `pages` are public.
 */
export function checkAccess(routes: readonly Route[], pages: readonly ServedPage[]): void {
  const isPage = ({ method, path }: Route) =>
    method === "GET" && pages.some((page) => page.path === path);
  for (const [index, route] of routes.entries()) {
    if (findGuard(route.handler) || isStep(route) || isPage(route)) continue;
    const guards = routes.slice(0, index).flatMap((before) => guardOf(before, route));
    if (!isAllowed(route, guards)) {
      throw new Error(`${nameOf(route)} has no access rule: see server/http/access-rules.ts.`);
    }
  }
}

/** A step for all that comes after it, or the end of what no route answers. */
function isStep({ method, path }: Route): boolean {
  return method === "ALL" && path.endsWith("*");
}

function guardOf(before: Route, { method, path }: Route) {
  const guard = findGuard(before.handler);
  const meets = before.method === "ALL" || before.method === method;
  return guard && meets && covers(before.path, path) ? [guard] : [];
}

function isAllowed(route: Route, guards: string[]): boolean {
  const { path } = route;
  if (guards.includes("admin")) return true;
  const isUsers = guards.includes("user");
  if (isBelow(ADMIN_AREAS, path)) return isUsers && FOR_USERS.includes(nameOf(route));
  return isUsers || PUBLIC.has(nameOf(route)) || isBelow(PUBLIC_AREAS, path);
}

function isBelow(areas: string[], path: string): boolean {
  return areas.some((area) => covers(`${area}/*`, path));
}

/** "/a/*" covers "/a" and all below it, "/a/:id?" covers "/a" and "/a/:id". */
function covers(pattern: string, path: string): boolean {
  if (pattern.endsWith("/*")) {
    const base = pattern.slice(0, -2);
    return path === base || path.startsWith(`${base}/`);
  }
  const [, base = pattern, last = ""] = /^(.*)(\/:\w+)\?$/.exec(pattern) ?? [];
  return path === base || path === base + last;
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}
