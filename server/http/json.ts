import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { validator } from "hono/validator";
import type { z } from "zod";
import { buyerRefusals } from "../contract/refusals.ts";
import { AppError, refusals } from "../errors.ts";
import { within } from "../process/promises.ts";
import type { AppEnv } from "./hono-env.ts";
import type { RateLimit } from "./rate-limits.ts";

const MAX_BODY_BYTES = 64 * 1024;
/** Base timeout for reading a body; larger bodies get more time. */
const LONGEST_BODY_MS = 30_000;
const SLOW_BYTES_PER_MS = 50;

/** Limits the size and time of a request body. Throws AppError `too_large` or `too_slow`. */
export function bodyUpTo(maxSize: number) {
  const longestMs = LONGEST_BODY_MS + maxSize / SLOW_BYTES_PER_MS;
  const limited = bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError("too_large", buyerRefusals.tooLarge);
    },
  });
  return createMiddleware<AppEnv>(async (c, next) => {
    const { raw } = c.req;
    const read = async () => void (await c.req.arrayBuffer().catch(() => {}));
    const inTime = () => within(longestMs, () => Promise.resolve(limited(c, read)), tooSlow);
    await (c.env?.receive?.(inTime) ?? inTime());
    // `bodyLimit` replaces the request, but Bun knows the client address only of the original one.
    c.req.raw = raw;
    await next();
  });
}

function tooSlow(): AppError {
  return new AppError("too_slow", buyerRefusals.tooSlow);
}

export const smallBody = bodyUpTo(MAX_BODY_BYTES);

export async function requireSmallBody(c: Context<AppEnv>): Promise<void> {
  await smallBody(c, async () => {});
}

/** Zod schema, or a function that throws when the body is invalid. */
type Reader<Body> = z.ZodType<Body> | ((value: unknown) => Body);

/** Counts the request against `limit`, validates its JSON body and sets `c.req.valid("json")`. */
export function json<Body extends object>(
  reader: Reader<Body>,
  { limit, size = smallBody }: { limit?: RateLimit; size?: typeof smallBody } = {},
) {
  const read = typeof reader === "function" ? reader : (value: unknown) => checked(reader, value);
  return createMiddleware<AppEnv, string, { in: { json: Body }; out: { json: Body } }>(
    async (c, next) => {
      await limit?.(c);
      await size(c, async () => {});
      const type = c.req.header("Content-Type")?.split(";", 1)[0]?.trim().toLowerCase();
      if (type !== "application/json") throw new AppError("wrong_type", refusals.wrongType);
      const value: unknown = await c.req.json().catch(() => {
        throw new AppError("malformed", buyerRefusals.malformedJson);
      });
      if (isTooDeep(value)) throw new AppError("malformed", buyerRefusals.malformedJson);
      c.req.addValidatedData("json", read(value));
      await next();
    },
  );
}

/** Nesting limit; deeper values would overflow the stack of recursive functions. */
const MOST_LEVELS = 32;

function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1));
}

export function query<Schema extends z.ZodType>(schema: Schema) {
  return validator("query", (value) => checked(schema, value));
}

/** Parses a value with a schema. Throws AppError `invalid` with all messages by field. */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value, { error: () => buyerRefusals.malformedJson });
  if (result.success) return result.data;
  const errors: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    const field = issue.path.join(".") || "body";
    (errors[field] ??= []).push(issue.message);
  }
  const message = result.error.issues[0]?.message ?? buyerRefusals.malformedJson;
  throw new AppError("invalid", message, { errors });
}

const QUOTED = /^"(.*)"$/;
const USABLE = /^[\x21-\x7e]{1,255}$/;

/** Returns the Idempotency-Key. Throws `malformed`: ignoring a bad key would run retries twice. */
export function findIdempotencyKey(c: Context): string | undefined {
  const sent = c.req.header("Idempotency-Key");
  if (sent === undefined) return undefined;
  const key = sent.replace(QUOTED, "$1");
  if (USABLE.test(key)) return key;
  throw new AppError("malformed", refusals.keyInvalid, { reason: "key_invalid" });
}
