import { onTestFinished } from "vitest";
import { listen as openPort } from "../../server/process/listen.ts";
import { SITE, type TestApp } from "./create-test-app.ts";

/** Serves the app on a free port. `fetch` takes a path or a URL of the site. */
export function listen({ app }: Pick<TestApp, "app">) {
  const server = openPort({ host: "127.0.0.1", port: 0 }, (request, server) =>
    app.fetch(request, { server }),
  );
  onTestFinished(() => server.stop(true));
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    server,
    origin,
    fetch: (path: string, init: RequestInit = {}) =>
      fetch(origin + (path.startsWith(SITE) ? path.slice(SITE.length) : path), init),
  };
}
