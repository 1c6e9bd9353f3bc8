import { sleep } from "../../lib/retry.ts";

type NetworkFirstOptions = {
  request: () => Promise<Response>;
  /** The cached response, if there is one. */
  fallback: () => Promise<Response | undefined>;
  waitMs: number;
};

/** The network's response; the fallback without a connection, after `waitMs`, and for status 5xx. */
export async function networkFirst(options: NetworkFirstOptions): Promise<Response> {
  const pending = options.request().catch(() => undefined);
  const response = await Promise.race([pending, sleep(options.waitMs)]);
  if (response && response.status < 500) return response;
  return (await options.fallback()) ?? (await pending) ?? Response.error();
}
