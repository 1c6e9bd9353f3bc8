import { type Access, listCalls } from "../../server/http/guards.ts";
import { createTestApp } from "./create-test-app.ts";

/** A call of the app, such as "GET /files/{fileId}/{name}.pdf", with the access it requires. */
export type DocumentedCall = { name: string; method: string; path: string; access: Access };

/** Lists the app's calls and posted forms from its routes, except pages and the demo. */
export function callsOfApp(): DocumentedCall[] {
  return listCalls(createTestApp().app.routes)
    .filter(
      ({ method, path }) => method !== "GET" || /^\/(?:api|files|samples|uploads)\//.test(path),
    )
    .filter(({ path }) => !path.startsWith("/demo/"))
    .map(({ method, path, access }) => {
      const documented = documentedPath(path);
      return { name: `${method} ${documented}`, method, path: documented, access };
    });
}

/** Converts a Hono path such as "/files/:fileId{[0-9]{1,15}}" to the form "/files/{fileId}". */
function documentedPath(path: string): string {
  return path
    .split("/")
    .map((part) => {
      const name = /^:(\w+)/.exec(part)?.[1];
      if (!name) return part;
      const extension = /\\(\.\w+)\}$/.exec(part)?.[1] ?? "";
      return `{${name}}${extension}`;
    })
    .join("/");
}
