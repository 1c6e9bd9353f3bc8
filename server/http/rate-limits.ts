import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import ipaddr from "ipaddr.js";
import {
  BurstyRateLimiter,
  RateLimiterMemory,
  RateLimiterRes,
  RateLimiterSQLite,
} from "rate-limiter-flexible";
import type { Deps } from "../deps.ts";
import { mailboxOf } from "../domain/mails/contact.ts";
import { buyerRefusals } from "../contract/refusals.ts";
import { AppError } from "../errors.ts";
import { isAddress, type Network } from "../config/networks.ts";
import { clientAddress } from "./client-address.ts";
import type { AppEnv } from "./hono-env.ts";

const HOUR_SECONDS = 3600;

type RateLimitOptions = {
  /** Limits with the same name share their counters. */
  name: string;
  points: number;
  seconds: number;
  /** Extra requests on top of `points`; a client past both limits waits at most `seconds`. */
  burst?: { points: number; seconds: number };
  /** Whether counters persist in the database, at the cost of one commit per request. */
  durable: boolean;
  countedAs?: (key: string) => string;
};

/** Counts a request against its client's limit. Throws AppError `rate_limited` past the limit. */
export type RateLimit = (c: Context<AppEnv>) => Promise<void>;

export function rateLimit(deps: Pick<Deps, "db" | "config">, options: RateLimitOptions) {
  return limitedBy(createRateLimit(deps, options));
}

/** Middleware that counts each request against `limit`. */
export function limitedBy(limit: RateLimit) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await limit(c);
    await next();
  });
}

export async function isWithin(limit: RateLimit, c: Context<AppEnv>): Promise<boolean> {
  try {
    await limit(c);
    return true;
  } catch (error) {
    if (isRateLimited(error)) return false;
    throw error;
  }
}

export function isRateLimited(error: unknown): boolean {
  return error instanceof AppError && error.code === "rate_limited";
}

export function createRateLimit(
  deps: Pick<Deps, "db" | "config">,
  options: RateLimitOptions,
): RateLimit {
  const consume = limiterOf(deps, options);
  return (c) => consume(clientKey(c, deps.config.trustedProxy));
}

function limiterOf(
  deps: Pick<Deps, "db">,
  options: RateLimitOptions,
): (key: string) => Promise<void> {
  const { name, burst, countedAs = (key) => key } = options;
  const steady = counterOf(deps, options);
  const limiter = burst
    ? new BurstyRateLimiter(
        steady,
        counterOf(deps, { ...options, ...burst, name: `${name}-burst` }),
      )
    : steady;
  return async (key) => void (await limiter.consume(countedAs(key)).catch(refuse));
}

function counterOf({ db }: Pick<Deps, "db">, { name, points, seconds, durable }: RateLimitOptions) {
  const options = { keyPrefix: name, points, duration: seconds };
  if (!durable) return new RateLimiterMemory(options);
  return new RateLimiterSQLite({
    ...options,
    storeClient: db.sqlite,
    storeType: "better-sqlite3",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    // Blocks clients over the limit in memory, because storing each rejection would need a commit.
    inMemoryBlockOnConsumed: points,
  });
}

/** Address groups of an IPv6 /64, the network of a household or server. */
const NETWORK_GROUPS = 4;
/** Address groups of an IPv6 /48, the network of a company: 65,536 networks of size /64. */
const SITE_GROUPS = 3;

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  throw new AppError("rate_limited", buyerRefusals.rateLimited, {
    retryAfterSeconds: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)),
  });
}

export function clientKey(c: Context<AppEnv>, trusted: readonly Network[]): string {
  return networkKey(clientAddress(c, trusted));
}

/** Returns the key of the client at an address: the address, or the network of an IPv6 address. */
export function networkKey(address: string): string {
  return findNetwork(address, NETWORK_GROUPS) ?? plainAddress(address);
}

function findSiteKey(c: Context<AppEnv>, trusted: readonly Network[]): string | undefined {
  return findNetwork(clientAddress(c, trusted), SITE_GROUPS);
}

function findNetwork(address: string, groups: number): string | undefined {
  const plain = plainAddress(address);
  if (!ipaddr.IPv6.isValid(plain)) return undefined;
  return ipaddr.parse(plain).toNormalizedString().split(":").slice(0, groups).join(":");
}

function plainAddress(address: string): string {
  return isAddress(address) ? ipaddr.process(address).toString() : address;
}

/** Checkout limit of one client; a buyer behind a shared address waits at most 90 s. */
const CHECKOUT_CLIENT = { points: 1, seconds: 90, burst: { points: 9, seconds: HOUR_SECONDS } };
/** Limit of an IPv6 /48 network: four times that of one client. */
const CHECKOUT_SITE = { points: 4, seconds: 90, burst: { points: 36, seconds: HOUR_SECONDS } };

/** Returns the rate limit that both checkout routes share, per client and per IPv6 /48 network. */
export function checkoutLimit(deps: Pick<Deps, "db" | "config">): RateLimit {
  const { trustedProxy } = deps.config;
  const client = limiterOf(deps, { name: "checkout", ...CHECKOUT_CLIENT, durable: true });
  const site = limiterOf(deps, { name: "checkout-site", ...CHECKOUT_SITE, durable: false });
  return async (c) => {
    await client(clientKey(c, trustedProxy));
    // Counted after the client limit, so that rejected requests do not use up the site's limit.
    const siteKey = findSiteKey(c, trustedProxy);
    if (siteKey !== undefined) await site(siteKey);
  };
}

const CODES_PER_ADDRESS: RateLimitOptions = {
  name: "code-address",
  points: 5,
  seconds: HOUR_SECONDS,
  durable: true,
  countedAs: mailboxOf,
};

/** Rate limits of sign-in codes per client and email, shared by the API and the forms. */
export function codeLimits(deps: Pick<Deps, "db" | "config">) {
  return {
    ask: anHour(deps, "code-client", 20),
    find: anHour(deps, "find", 20),
    guess: anHour(deps, "code-guess", 60),
    perAddress: limiterOf(deps, CODES_PER_ADDRESS),
  };
}

const CHANGES_A_DAY: RateLimitOptions = {
  name: "email-change",
  points: 5,
  seconds: 24 * HOUR_SECONDS,
  durable: true,
};

/**
 * Rate limits of changes of an account's email. Codes to the new email count as sign-in codes. The
 * daily limit per account bounds the guesses of a stolen session, five for each change.
 */
export function emailChangeLimits(deps: Pick<Deps, "db" | "config">) {
  return { ...codeLimits(deps), perAccount: limiterOf(deps, CHANGES_A_DAY) };
}

/** Hourly limit of withdrawals and their look-ups, which compare order numbers. */
export function withdrawLimit(deps: Pick<Deps, "db" | "config">): RateLimit {
  return anHour(deps, "withdraw", 30);
}

const MESSAGES_AN_HOUR = 30;
const THANKED_AN_HOUR = 3;

/** Hourly limits: past `thanks`, no confirmation mail is sent; past `all`, messages are refused. */
export function contactLimits(deps: Pick<Deps, "db" | "config">) {
  return {
    all: anHour(deps, "contact", MESSAGES_AN_HOUR),
    thanks: anHour(deps, "contact-thanks", THANKED_AN_HOUR),
  };
}

function anHour(deps: Pick<Deps, "db" | "config">, name: string, points: number): RateLimit {
  return createRateLimit(deps, { name, points, seconds: HOUR_SECONDS, durable: true });
}
