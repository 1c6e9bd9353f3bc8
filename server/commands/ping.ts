import { get } from "node:http";
import type { Config } from "../config.ts";
import { CommandError } from "../errors.ts";

const LONGEST_MS = 3000;
/** Loopback address to connect to, by wildcard listening address. */
const EVERY_ADDRESS: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Runs `ping`. Throws CommandError if the store is not ready or does not respond in 3 seconds. */
export async function ping({ host, port, publicUrl }: Config): Promise<void> {
  const address = { host: EVERY_ADDRESS[host] ?? host, port };
  const status = await ask(address, new URL(publicUrl).host);
  if (status === undefined) {
    throw new CommandError(`No store answers at ${address.host}, port ${port}: start it, or wait.`);
  }
  if (status !== 200) throw new CommandError("The store is not ready: its log says why.");
  process.stdout.write("The store is ready.\n");
}

/** Returns the HTTP status; undefined without a response. Ignores proxy settings, unlike fetch. */
function ask(address: { host: string; port: number }, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const path = "/api/health?ready";
    const signal = AbortSignal.timeout(LONGEST_MS);
    get({ ...address, path, headers: { Host: host }, signal }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on("error", () => resolve(undefined));
  });
}
