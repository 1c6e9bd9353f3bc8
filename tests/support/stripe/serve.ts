import { Hono } from "hono";
import { demoFonts } from "../../../server/demo/page/fonts.ts";
import { createTestSimulator, type TestSimulator } from "./simulator.ts";

type SimulatorOptions = Parameters<typeof createTestSimulator>[0];

type StandaloneOptions = Omit<SimulatorOptions, "deliver" | "siteUrl"> & {
  port: number;
  deliver?: SimulatorOptions["deliver"];
};

/**
 * Serves the simulator's API and pages on a loopback port, for a store in another process: `new
 * Stripe(key, { host: "127.0.0.1", port, protocol: "http" })`.
 */
export function serveSimulator({ port, ...options }: StandaloneOptions): {
  simulator: TestSimulator;
  url: string;
  port: number;
  stop: () => Promise<void>;
} {
  const app = new Hono();
  const server = Bun.serve({ port, hostname: "127.0.0.1", development: false, fetch: app.fetch });
  const url = `http://127.0.0.1:${server.port}`;
  const simulator = createTestSimulator({ deliver: fetch, ...options, siteUrl: url });
  app.route("/demo", simulator.pages);
  app.route("/demo", demoFonts());
  app.mount("/", simulator.api.fetch);
  return {
    simulator,
    url,
    port: server.port ?? port,
    async stop() {
      simulator.control.stop();
      await server.stop(true);
    },
  };
}
