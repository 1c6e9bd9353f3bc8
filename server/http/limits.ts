import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import ipaddr from "ipaddr.js";
import {
  BurstyRateLimiter,
  RateLimiterMemory,
  RateLimiterRes,
  RateLimiterSQLite,
} from "rate-limiter-flexible";
import { refusals } from "../contract/refusals.ts";
import type { Deps } from "../deps.ts";
import { mailboxOf } from "../domain/mailbox-of.ts";
import { AppError } from "../errors.ts";
import { isAddress, type Network } from "../config/networks.ts";
import { clientAddress } from "./client-address.ts";
import type { AppEnv } from "./env.ts";

const HOUR_SECONDS = 3600;

type Limit = {
  /** Limits with the same name share their counters. */
  name: string;
  points: number;
  seconds: number;
  /** Additional requests allowed at once. A client that exceeds it waits at most `seconds`. */
  burst?: { points: number; seconds: number };
  /** Stores the counters in the database, so that they survive a restart. Costs one commit per request. */
  durable: boolean;
  /** Maps keys that share one counter to the same value. */
  countedAs?: (key: string) => string;
};

/** Counts a request of its client; throws AppError `rate_limited` when it exceeds the limit. */
export type Count = (c: Context<AppEnv>) => Promise<void>;

/** Limits each client to `points` requests in `seconds`. Further requests get 429 with Retry-After. */
export function rateLimit(deps: Pick<Deps, "db" | "config">, limit: Limit) {
  return counted(countOf(deps, limit));
}

/** Middleware that counts the request before its body is read. */
export function counted(count: Count) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await count(c);
    await next();
  });
}

/** Counts the request and returns whether it is within the limit, instead of throwing. */
export async function isWithin(count: Count, c: Context<AppEnv>): Promise<boolean> {
  try {
    await count(c);
    return true;
  } catch (error) {
    if (isRateLimited(error)) return false;
    throw error;
  }
}

/** Whether an error was thrown by a rate limit. */
export function isRateLimited(error: unknown): boolean {
  return error instanceof AppError && error.code === "rate_limited";
}

/** Returns a counter per client, for handlers that decide when to count. */
export function countOf(deps: Pick<Deps, "db" | "config">, limit: Limit): Count {
  const consume = limiterOf(deps, limit);
  return (c) => consume(clientKey(c, deps.config.trustedProxy));
}

/** Counts one use of `key`. Throws AppError `rate_limited` for more than `points` uses in `seconds`. */
function limiterOf(deps: Pick<Deps, "db">, limit: Limit): (key: string) => Promise<void> {
  const { name, burst, countedAs = (key) => key } = limit;
  const steady = counterOf(deps, limit);
  const limiter = burst
    ? new BurstyRateLimiter(steady, counterOf(deps, { ...limit, ...burst, name: `${name}-burst` }))
    : steady;
  return async (key) => void (await limiter.consume(countedAs(key)).catch(refuse));
}

function counterOf({ db }: Pick<Deps, "db">, { name, points, seconds, durable }: Limit) {
  const options = { keyPrefix: name, points, duration: seconds };
  if (!durable) return new RateLimiterMemory(options);
  return new RateLimiterSQLite({
    ...options,
    storeClient: db.sqlite,
    storeType: "better-sqlite3",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    // Refused clients are blocked in memory: storing each refusal would need a commit.
    inMemoryBlockOnConsumed: points,
  });
}

/** Groups of 16 bits: the /64 network of one household or server. */
const NETWORK_GROUPS = 4;
/** Groups of 16 bits: the /48 network of a company, which contains 65,536 networks. */
const SITE_GROUPS = 3;

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  throw new AppError("rate_limited", refusals.rateLimited, {
    retryAfterSeconds: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)),
  });
}

/** Returns the counter key of a client: its IPv4 address, or its IPv6 network (/64). */
export function clientKey(c: Context<AppEnv>, trusted: readonly Network[]): string {
  const address = clientAddress(c, trusted);
  return findNetwork(address, NETWORK_GROUPS) ?? plainAddress(address);
}

/** Returns the /48 network of an IPv6 client; undefined for other clients. */
function findSiteKey(c: Context<AppEnv>, trusted: readonly Network[]): string | undefined {
  return findNetwork(clientAddress(c, trusted), SITE_GROUPS);
}

function findNetwork(address: string, groups: number): string | undefined {
  const plain = plainAddress(address);
  if (!ipaddr.IPv6.isValid(plain)) return undefined;
  return ipaddr.parse(plain).toNormalizedString().split(":").slice(0, groups).join(":");
}

/** Converts a mapped address (::ffff:192.0.2.1) to its IPv4 address. */
function plainAddress(address: string): string {
  return isAddress(address) ? ipaddr.process(address).toString() : address;
}

/**
 * One checkout in 90 seconds, and a burst of nine more per hour. That is ten in the first minute and fifty
 * per hour. A buyer behind a shared address waits at most 90 seconds.
 */
const CHECKOUT_CLIENT = { points: 1, seconds: 90, burst: { points: 9, seconds: HOUR_SECONDS } };
/** A /48 contains 65,536 clients; together they get four times the limit of one. */
const CHECKOUT_SITE = { points: 4, seconds: 90, burst: { points: 36, seconds: HOUR_SECONDS } };

/** Both ways to start a checkout share one counter, because card testers use either. */
export function checkoutLimit(deps: Pick<Deps, "db" | "config">): Count {
  const { trustedProxy } = deps.config;
  const client = limiterOf(deps, { name: "checkout", ...CHECKOUT_CLIENT, durable: true });
  const site = limiterOf(deps, { name: "checkout-site", ...CHECKOUT_SITE, durable: false });
  return async (c) => {
    await client(clientKey(c, trustedProxy));
    // Counted second, so that requests refused by the client's own limit do not use up the site's limit.
    const siteKey = findSiteKey(c, trustedProxy);
    if (siteKey !== undefined) await site(siteKey);
  };
}

/** Sign-in codes for one mailbox, from all clients and calls. */
const CODES_PER_ADDRESS: Limit = {
  name: "code-address",
  points: 5,
  seconds: HOUR_SECONDS,
  durable: true,
  countedAs: mailboxOf,
};

/**
 * Limits how often a client requests and guesses sign-in codes, and how many codes one email gets. Calls and
 * form posts share the counters.
 */
export function codeLimits(deps: Pick<Deps, "db" | "config">) {
  return {
    ask: anHour(deps, "code-client", 20),
    find: anHour(deps, "find", 20),
    guess: anHour(deps, "code-guess", 60),
    perAddress: limiterOf(deps, CODES_PER_ADDRESS),
  };
}

const MESSAGES_AN_HOUR = 30;
const THANKED_AN_HOUR = 3;

/**
 * Limits contact messages per client. Past the first limit messages are stored without a confirmation mail.
 * Past the second they are refused.
 */
export function contactLimits(deps: Pick<Deps, "db" | "config">) {
  return {
    all: anHour(deps, "contact", MESSAGES_AN_HOUR),
    thanks: anHour(deps, "contact-thanks", THANKED_AN_HOUR),
  };
}

function anHour(deps: Pick<Deps, "db" | "config">, name: string, points: number): Count {
  return countOf(deps, { name, points, seconds: HOUR_SECONDS, durable: true });
}
