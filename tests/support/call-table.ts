import { type Access, listCalls } from "../../server/http/guards.ts";
import { createTestApp } from "./create-test-app.ts";

/** A call of the app: "GET /files/{fileId}/{name}.pdf", and who may make it. */
export type DocumentedCall = { name: string; method: string; path: string; access: Access };

/** Lists the calls and posted forms of the app from its routes, without pages and the demo. */
export function callsOfApp(): DocumentedCall[] {
  return listCalls(createTestApp().app.routes)
    .filter(({ method, path }) => method !== "GET" || /^\/(?:api|files|uploads)\//.test(path))
    .filter(({ path }) => !path.startsWith("/demo/"))
    .map(({ method, path, access }) => {
      const documented = documentedPath(path);
      return { name: `${method} ${documented}`, method, path: documented, access };
    });
}

/** "/files/:fileId{[0-9]{1,15}}/:name{.+\\.pdf}" becomes "/files/{fileId}/{name}.pdf". */
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
