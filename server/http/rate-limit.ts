import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import ipaddr from "ipaddr.js";
import { RateLimiterMemory, RateLimiterRes, RateLimiterSQLite } from "rate-limiter-flexible";
import { refusals } from "../contract/messages.ts";
import type { Deps } from "../deps.ts";
import { mailboxOf } from "../domain/mailbox-of.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "./env.ts";

type Limit = {
  /** What is counted; limits with the same name share their counters. */
  name: string;
  points: number;
  seconds: number;
  /** Kept in the database, so that a restart resets nothing. Costs one commit a request. */
  durable: boolean;
  /** What a key is counted as, where several are the same. */
  countedAs?: (key: string) => string;
};

/** Sign-in codes for one mailbox, however it is written, whoever asks and by whichever call. */
export const CODES_PER_ADDRESS: Limit = {
  name: "code-address",
  points: 5,
  seconds: 3600,
  durable: true,
  countedAs: mailboxOf,
};

/** Counts one request of its client; throws AppError `rate_limited` past the limit. */
export type Count = (c: Context<AppEnv>) => Promise<void>;

/** Lets each client send `points` requests in `seconds`, then answers 429 with Retry-After. */
export function rateLimit(deps: Pick<Deps, "db" | "config">, limit: Limit) {
  return counted(countOf(deps, limit));
}

/** A limit as a step before a call: whoever is past it is not read any further. */
export function counted(count: Count) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await count(c);
    await next();
  });
}

/** A limit for each client, to be counted where a call or a form decides. */
export function countOf(deps: Pick<Deps, "db" | "config">, limit: Limit): Count {
  const consume = limiterOf(deps, limit);
  return (c) => consume(clientKey(c, deps.config.trustedProxy));
}

/** Counts one use of `key`; throws AppError `rate_limited` past `points` uses in `seconds`. */
export function limiterOf({ db }: Pick<Deps, "db">, limit: Limit): (key: string) => Promise<void> {
  const options = { keyPrefix: limit.name, points: limit.points, duration: limit.seconds };
  const limiter = limit.durable
    ? new RateLimiterSQLite({
        ...options,
        storeClient: db.sqlite,
        storeType: "better-sqlite3",
        tableName: "rate_limits",
        tableCreated: true,
        clearExpiredByTimeout: false,
        // A client that is refused is remembered: writing each refusal down would be a commit each.
        inMemoryBlockOnConsumed: limit.points,
      })
    : new RateLimiterMemory(options);
  const { countedAs = (key) => key } = limit;
  return async (key) => void (await limiter.consume(countedAs(key)).catch(refuse));
}

/** 16 bits each: the /64 that one household or server is given. */
const NETWORK_GROUPS = 4;

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  throw new AppError("rate_limited", refusals.rateLimited, {
    retryAfterSeconds: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)),
  });
}

/** The client's address; one IPv6 network (/64) counts as one client. */
export function clientKey(c: Context<AppEnv>, trustedProxy: boolean): string {
  const address = (trustedProxy && lastForwarded(c)) || socketAddress(c);
  if (!ipaddr.isValid(address)) return address;
  // A mapped address (::ffff:192.0.2.1) is its IPv4 address.
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return parsed.toNormalizedString().split(":").slice(0, NETWORK_GROUPS).join(":");
}

// Earlier entries are whatever the client wrote; the last one is what our own proxy saw.
function lastForwarded(c: Context<AppEnv>): string | undefined {
  const last = c.req.header("X-Forwarded-For")?.split(",").at(-1)?.trim();
  return last && withoutPort(last);
}

function socketAddress(c: Context<AppEnv>): string {
  return c.env?.server?.requestIP(c.req.raw)?.address ?? "unknown";
}

// Some proxies write "192.0.2.1:51234" or "[2001:db8::1]:51234".
function withoutPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, "$1");
}
