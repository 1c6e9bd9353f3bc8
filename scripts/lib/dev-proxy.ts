import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { ViteDevServer } from "vite";
import type { DevStore } from "./dev-store.ts";

type DevProxy = { vite: ViteDevServer; store: DevStore; origin: string };

/**
 * Headers that change when Vite transforms a page. The Content-Security-Policy is dropped too,
 * because it forbids Vite's inline scripts and styles.
 */
const PAGE_HEADERS = ["content-length", "etag"];
const DROPPED_HEADERS = [
  "content-security-policy",
  "set-cookie",
  "transfer-encoding",
  "connection",
];

/**
 * Middleware that proxies requests to the store and lets Vite transform its pages. Requests wait
 * while the store restarts; a failed request gets a 502.
 */
export function proxyToStore({ vite, store, origin }: DevProxy) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    try {
      if (!(await store.opened())) throw new Error("The store did not start; see above.");
      const url = request.url ?? "/";
      const answer = await fetch(origin + url, await initOf(request, response));
      const isPage =
        answer.headers.get("Content-Type")?.startsWith("text/html") && !url.startsWith("/demo/");
      writeHead(answer, response, isPage ? PAGE_HEADERS : []);
      if (isPage) response.end(await vite.transformIndexHtml(url, await answer.text()));
      else if (answer.body) await pipeline(answer.body, response);
      else response.end();
    } catch (error) {
      fail(response, error as Error);
    }
  };
}

async function initOf(request: IncomingMessage, response: ServerResponse): Promise<RequestInit> {
  const leaving = new AbortController();
  response.once("close", () => leaving.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  // Vite transforms pages, so they must not be compressed.
  headers.set("Accept-Encoding", "identity");
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  return {
    method: request.method ?? "GET",
    headers,
    body: hasBody ? new Blob(await Array.fromAsync(request)) : null,
    redirect: "manual",
    signal: leaving.signal,
  };
}

function writeHead(answer: Response, response: ServerResponse, alsoDropped: string[]) {
  const dropped = [...DROPPED_HEADERS, ...alsoDropped];
  answer.headers.forEach((value, name) => {
    if (!dropped.includes(name)) response.setHeader(name, value);
  });
  response.setHeader("Set-Cookie", answer.headers.getSetCookie());
  response.statusCode = answer.status;
  response.flushHeaders();
}

function fail(response: ServerResponse, error: Error) {
  if (response.destroyed) return;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.statusCode = 502;
  response.setHeader("Content-Type", "text/plain; charset=utf-8");
  response.end(`The development server got no answer from the store: ${error.message}\n`);
}
