import { expect, onTestFinished, test, vi } from "vitest";
import { ping } from "../../../server/commands/ping.ts";
import { loadConfig } from "../../../server/config.ts";
import { CommandError } from "../../../server/errors.ts";
import { capturePrinted } from "../../support/printed.ts";
import { freePort } from "../../support/store-process.ts";

/** Settings of a store that listens on all interfaces, as in a container. */
const settings = (port: number) =>
  loadConfig({
    DEMO: "1",
    HOST: "0.0.0.0",
    PORT: String(port),
    PUBLIC_URL: "https://shop.example",
  });

/** Starts a server on a free port and records its requests. */
function serveAnswers(answer: () => Response | Promise<Response>) {
  const requests: string[] = [];
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      requests.push(`${request.headers.get("Host")} ${pathname}${search}`);
      return answer();
    },
  });
  onTestFinished(() => server.stop(true));
  return { port: server.port ?? 0, requests };
}

const printed = capturePrinted();

test("a port without a store, or whose store hangs, does not answer", async () => {
  const port = await freePort();
  const message = `No store answers at 127.0.0.1, port ${port}: start it, or wait.`;
  await expect(ping(settings(port))).rejects.toThrow(new CommandError(message));
  const time = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(time.signal);
  const hanging = serveAnswers(() => {
    time.abort();
    return new Promise(() => {});
  });
  await expect(ping(settings(hanging.port))).rejects.toThrow(/^No store answers/);
});

test.each([503, 404])("a store that answers %i is not ready", async (status) => {
  const { port } = serveAnswers(() => new Response(null, { status }));
  await expect(ping(settings(port))).rejects.toThrow("The store is not ready: its log says why.");
  expect(printed()).toBe("");
});

test("a ready store is asked under its public host, past any proxy", async () => {
  vi.stubEnv("HTTP_PROXY", "http://127.0.0.1:1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { port, requests } = serveAnswers(() => Response.json({}));
  await ping(settings(port));
  expect(requests).toEqual(["shop.example /api/health?ready"]);
  expect(printed()).toBe("The store is ready.\n");
});
