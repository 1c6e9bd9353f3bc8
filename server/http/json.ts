import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { validator } from "hono/validator";
import type { z } from "zod";
import { refusals } from "../contract/refusals.ts";
import { AppError } from "../errors.ts";
import { within } from "../process/with-timeout.ts";
import type { AppEnv } from "./env.ts";
import type { Count } from "./limits.ts";

const MAX_BODY_BYTES = 64 * 1024;
/** Time limit for a body; large bodies get more time, for slow connections. */
const LONGEST_BODY_MS = 30_000;
const SLOW_BYTES_PER_MS = 50;

/**
 * Waits for the body. Throws AppError `too_large` past so many bytes, whether their length is announced or
 * not, and `too_slow` when it is not there in time: each byte that arrives keeps the connection open, so
 * one that dribbles would never end.
 */
export function bodyUpTo(maxSize: number) {
  const longestMs = LONGEST_BODY_MS + maxSize / SLOW_BYTES_PER_MS;
  const limited = bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError("too_large", refusals.tooLarge);
    },
  });
  return createMiddleware<AppEnv>(async (c, next) => {
    const { raw } = c.req;
    // The reader of the body reports read errors.
    const read = async () => void (await c.req.arrayBuffer().catch(() => {}));
    const inTime = () => within(longestMs, () => Promise.resolve(limited(c, read)), tooSlow);
    await (c.env?.receive?.(inTime) ?? inTime());
    // The limit puts another request in its place, of which the server knows no address.
    c.req.raw = raw;
    await next();
  });
}

function tooSlow(): AppError {
  return new AppError("too_slow", refusals.tooSlow);
}

/** The same for a body of 64 kB. */
export const smallBody = bodyUpTo(MAX_BODY_BYTES);

/** The same inside a step that goes on with more; throws AppError `too_large`. */
export async function requireSmallBody(c: Context<AppEnv>): Promise<void> {
  await smallBody(c, async () => {});
}

/** A schema, or a function that reads the value and throws what is wrong with it. */
type Reader<Body> = z.ZodType<Body> | ((value: unknown) => Body);

/**
 * The one way in for JSON: counts the request, then judges the body's size (64 kB unless said otherwise), its type, its syntax and
 * its content, and hands it on as `c.req.valid("json")`.
 */
export function json<Body extends object>(
  reader: Reader<Body>,
  { limit, size = smallBody }: { limit: Count; size?: typeof smallBody },
) {
  const read = typeof reader === "function" ? reader : (value: unknown) => checked(reader, value);
  return createMiddleware<AppEnv, string, { in: { json: Body }; out: { json: Body } }>(
    async (c, next) => {
      await limit(c);
      await size(c, async () => {});
      const type = c.req.header("Content-Type")?.split(";", 1)[0]?.trim().toLowerCase();
      if (type !== "application/json") throw new AppError("wrong_type", refusals.wrongType);
      const value: unknown = await c.req.json().catch(() => {
        throw new AppError("malformed", refusals.malformedJson);
      });
      if (isTooDeep(value)) throw new AppError("malformed", refusals.malformedJson);
      c.req.addValidatedData("json", read(value));
      await next();
    },
  );
}

/** Deeper values would exhaust the stack of recursive functions. */
const MOST_LEVELS = 32;

function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1));
}

/** Checks the query by `schema` and hands it on as `c.req.valid("query")`. */
export function query<Schema extends z.ZodType>(schema: Schema) {
  return validator("query", (value) => checked(schema, value));
}

/**
 * The value as the schema promises it; throws `invalid` with the first text and all by field. A
 * fault for which the schema has no words is one that no page of ours makes.
 */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value, { error: () => refusals.malformedJson });
  if (result.success) return result.data;
  const errors: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    const field = issue.path.join(".") || "body";
    (errors[field] ??= []).push(issue.message);
  }
  const message = result.error.issues[0]?.message ?? refusals.malformedJson;
  throw new AppError("invalid", message, { errors });
}
