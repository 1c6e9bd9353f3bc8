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
  /** What is counted; limits with the same name share their counters. */
  name: string;
  points: number;
  seconds: number;
  /** What may come at once beyond that; a client past it waits no longer than `seconds`. */
  burst?: { points: number; seconds: number };
  /** Kept in the database, so that a restart resets nothing. Costs one commit a request. */
  durable: boolean;
  /** What a key is counted as, where several are the same. */
  countedAs?: (key: string) => string;
};

/** Counts one request of its client; throws AppError `rate_limited` past the limit. */
export type Count = (c: Context<AppEnv>) => Promise<void>;

/** Lets each client send `points` requests in `seconds`, then answers 429 with Retry-After. */
export function rateLimit(deps: Pick<Deps, "db" | "config">, limit: Limit) {
  return counted(countOf(deps, limit));
}

/** A limit as a step before a call: past it, the request is not read any further. */
export function counted(count: Count) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await count(c);
    await next();
  });
}

/** Counts the request, and says whether it is within the limit, where a refusal is no answer. */
export async function isWithin(count: Count, c: Context<AppEnv>): Promise<boolean> {
  try {
    await count(c);
    return true;
  } catch (error) {
    if (isRateLimited(error)) return false;
    throw error;
  }
}

/** Whether an error is the refusal of a rate limit. */
export function isRateLimited(error: unknown): boolean {
  return error instanceof AppError && error.code === "rate_limited";
}

/** A limit for each client, to be counted where a call or a form decides. */
export function countOf(deps: Pick<Deps, "db" | "config">, limit: Limit): Count {
  const consume = limiterOf(deps, limit);
  return (c) => consume(clientKey(c, deps.config.trustedProxy));
}

/** Counts one use of `key`; throws AppError `rate_limited` past `points` uses in `seconds`. */
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
    // A client that is refused is remembered: writing each refusal down would be a commit each.
    inMemoryBlockOnConsumed: points,
  });
}

/** 16 bits each: the /64 that one household or server is given. */
const NETWORK_GROUPS = 4;
/** The /48 that a company is given, with 65,536 networks in it. */
const SITE_GROUPS = 3;

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  throw new AppError("rate_limited", refusals.rateLimited, {
    retryAfterSeconds: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)),
  });
}

/** What a client is counted as: its address; one IPv6 network (/64) counts as one client. */
export function clientKey(c: Context<AppEnv>, trusted: readonly Network[]): string {
  const address = clientAddress(c, trusted);
  return findNetwork(address, NETWORK_GROUPS) ?? plainAddress(address);
}

/** The larger network (/48) of a client with an IPv6 address; undefined for every other one. */
function findSiteKey(c: Context<AppEnv>, trusted: readonly Network[]): string | undefined {
  return findNetwork(clientAddress(c, trusted), SITE_GROUPS);
}

function findNetwork(address: string, groups: number): string | undefined {
  const plain = plainAddress(address);
  if (!ipaddr.IPv6.isValid(plain)) return undefined;
  return ipaddr.parse(plain).toNormalizedString().split(":").slice(0, groups).join(":");
}

/** A mapped address (::ffff:192.0.2.1) is its IPv4 address. */
function plainAddress(address: string): string {
  return isAddress(address) ? ipaddr.process(address).toString() : address;
}

/**
 * One checkout in 90 seconds and nine more at once within an hour: ten in the first minute, fifty an
 * hour, and a buyer behind a used-up address waits 90 seconds at most.
 */
const CHECKOUT_CLIENT = { points: 1, seconds: 90, burst: { points: 9, seconds: HOUR_SECONDS } };
/** A /48 has 65,536 networks, each a client: together they get four times as much as one. */
const CHECKOUT_SITE = { points: 4, seconds: 90, burst: { points: 36, seconds: HOUR_SECONDS } };

/** Both ways to start a checkout share one counter: card testers use whichever is open. */
export function checkoutLimit(deps: Pick<Deps, "db" | "config">): Count {
  const { trustedProxy } = deps.config;
  const client = limiterOf(deps, { name: "checkout", ...CHECKOUT_CLIENT, durable: true });
  const site = limiterOf(deps, { name: "checkout-site", ...CHECKOUT_SITE, durable: false });
  return async (c) => {
    await client(clientKey(c, trustedProxy));
    // Counted second: what its own limit refuses to one client takes nothing from its neighbours.
    const siteKey = findSiteKey(c, trustedProxy);
    if (siteKey !== undefined) await site(siteKey);
  };
}

/** Sign-in codes for one mailbox, by all clients and calls. */
const CODES_PER_ADDRESS: Limit = {
  name: "code-address",
  points: 5,
  seconds: HOUR_SECONDS,
  durable: true,
  countedAs: mailboxOf,
};

/**
 * How often one client may ask for sign-in codes and guess them, and how many one email is sent.
 * Calls and form posts share the counters.
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
 * How often one client may write. Past the first limit its messages still arrive but are not thanked
 * for any more; past the second they are refused.
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
