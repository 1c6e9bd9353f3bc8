export type Call = { method: string; path: string };

const call = (line: string): Call => {
  const [method = "", path = ""] = line.split(" ");
  return { method, path };
};

/** Every call that the specification (section 7) and the wire contract name. */
export const documentedCalls: Call[] = [
  // Spec section 7, in its order.
  "GET /api/products",
  "POST /api/create-checkout-session",
  "GET /api/products/purchase-detail",
  "POST /api/subscriptions",
  "GET /api/products/purchased-products",
  "GET /api/users/me",
  "GET /api/logout",
  "GET /api/oauth/{provider}/redirect_url",
  "POST /api/sessions",
  "POST /api/send-otp",
  "POST /api/verify-otp",
  "POST /api/forms/submit",
  "GET /api/admin/status",
  "GET /api/admin/schemas",
  "GET /api/admin/schemas/{table}",
  "GET /api/tables/{table}",
  "POST /api/tables/{table}",
  "PUT /api/tables/{table}/{id}",
  "DELETE /api/tables/{table}/{id}",
  "GET /api/tables/{table}/export",
  "POST /api/upload/media",
  "POST /api/upload/file",
  "GET /api/admin/needs",
  "GET /api/admin/search",
  // The wire contract adds these.
  "POST /api/stripe/webhook",
  "GET /files/{fileId}/{name}.pdf",
  "GET /files/product/{productId}/{name}.zip",
  "POST /api/orders/find",
  // Ours: the success page offers to mail an order's files again.
  "POST /api/orders/resend",
  // Ours: the buying browser corrects the address of its order.
  "POST /api/orders/address",
  // Ours: the account lists the browsers that are signed in, and signs them out.
  "GET /api/sessions",
  "DELETE /api/sessions",
  "DELETE /api/sessions/{id}",
  "GET /api/tables/{table}/{id}/history",
  "GET /api/admin/changes",
  "GET /api/admin/changes/stream",
  // Ours: changes or deletes all rows that a filter means.
  "POST /api/tables/{table}/bulk",
  // Ours: imports rows, or says what an import would do.
  "POST /api/tables/{table}/import",
  // Ours: previews a file, so that its columns can be mapped to fields.
  "POST /api/tables/{table}/import/preview",
  // Ours: takes back what was done together.
  "POST /api/admin/change-sets/{id}/undo",
  // Ours: what can be done with a row, and an order with all that belongs to it.
  "POST /api/tables/{table}/{id}/actions/{action}",
  "GET /api/admin/orders/{id}",
  // Ours: the archives of the whole store.
  "GET /api/admin/backups",
  "POST /api/admin/backups",
  "GET /api/admin/backups/{name}",
  "DELETE /api/admin/backups/{name}",
  "GET /api/health",
  // Ours: how the store is, and what the owner can try out.
  "GET /api/admin/health",
  "POST /api/admin/health/test-mail",
  "POST /api/admin/health/check-payments",
].map(call);

/** Calls that are still to be built. A line goes when its call exists. */
export const callsNotBuiltYet: Call[] = [];

/** The screens of the specification's route table (section 2). */
export const documentedPages = [
  "/",
  "/upsell/{productId}",
  "/upsell2",
  "/downsell",
  "/checkout/success",
  "/checkout/cancel",
  "/checkout/error",
  "/auth/callback",
  "/login",
  "/privacy",
  "/terms",
  "/refund",
  "/contact",
  "/account",
  "/admin",
  // Ours: the admin's tables and orders have addresses of their own.
  "/admin/*",
  // Ours: the way back to what was bought.
  "/orders/find",
  // What a pay button leads to inside a frame, and what a crowd of one is answered.
  "/checkout/start",
  "/busy",
  // What stands in the place of a file while its bucket does not answer.
  "/busy/files",
];

/** Screens that are still to be built. A line goes when its screen exists. */
export const pagesNotBuiltYet: string[] = [];
