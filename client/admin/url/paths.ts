/** Paths of all screens of the admin, below `/admin`. */
export const ADMIN_PATHS = [
  "/",
  "/overview",
  "/tables/$table",
  "/orders/$id",
  "/messages/$id",
  "/customers/$id",
  "/content",
  "/needs",
  "/settings",
  "/health",
  "/checklist",
  "/pending",
  "/device",
  "/discounts",
  "/passkeys",
  "/backups",
  "/import-orders",
] as const;
export type AdminPath = (typeof ADMIN_PATHS)[number];
