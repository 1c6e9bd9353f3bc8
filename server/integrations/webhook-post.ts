import { lookup, type LookupAddress } from "node:dns";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { isAddress, isPublicAddress } from "../config/networks.ts";
import type { PostWebhook, WebhookOutcome } from "../ports/webhooks.ts";

const TIMEOUT_MS = 10_000;
/** Code of a host name that resolves to an address that is not public. */
const PRIVATE = "PRIVATE_ADDRESS";

type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

type Options = {
  /** Whether to connect to this machine and private networks, and without TLS. */
  allowsPrivate: boolean;
  resolve?: Resolve;
  timeoutMs?: number;
};

/**
 * Posts webhooks to public addresses. The name is resolved once, and the connection uses the checked
 * addresses, so that a name cannot change between the check and the connection. Reads no response
 * body.
 */
export function webhookPost({
  allowsPrivate,
  resolve = lookup,
  timeoutMs = TIMEOUT_MS,
}: Options): PostWebhook {
  const isForbidden = (address: string) => !allowsPrivate && !isPublicAddress(address);
  const checkedLookup: LookupFunction = (hostname, _options, done) =>
    resolve(hostname, { all: true }, (error, addresses) => {
      const isPrivate = addresses?.some(({ address }) => isForbidden(address));
      const fault = isPrivate ? Object.assign(new Error(PRIVATE), { code: PRIVATE }) : error;
      done(fault, fault ? [] : addresses);
    });

  return async ({ url, headers, body, signal }) => {
    const { protocol, hostname } = new URL(url);
    if (protocol === "http:" && !allowsPrivate) return { fault: "insecure" };
    // Addresses are not looked up.
    const address = hostname.replace(/^\[(.*)\]$/, "$1");
    if (isAddress(address) && isForbidden(address)) return { fault: "private" };
    const { promise, resolve: end } = Promise.withResolvers<WebhookOutcome>();
    const timeout = AbortSignal.timeout(timeoutMs);
    const request = (protocol === "http:" ? http : https).request(url, {
      method: "POST",
      agent: false,
      headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
      lookup: checkedLookup,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    request.on("response", (response) => {
      response.on("error", () => {});
      response.destroy();
      end({ status: response.statusCode ?? 0 });
    });
    request.on("error", (error) => end(timeout.aborted ? { fault: "timeout" } : faultOf(error)));
    request.end(body);
    return promise;
  };
}

function faultOf(error: NodeJS.ErrnoException): WebhookOutcome {
  if (error.code === PRIVATE) return { fault: "private" };
  return { fault: "unreachable", ...(error.code && { code: error.code }) };
}
