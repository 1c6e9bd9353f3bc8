import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { validator } from "hono/validator";
import type { z } from "zod";
import { refusals } from "../contract/messages.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "./env.ts";

export const MAX_JSON_BYTES = 64 * 1024;

/** Refuses bodies past 64 kB, whether their length is announced or not. */
export const smallBody = bodyLimit({
  maxSize: MAX_JSON_BYTES,
  onError: () => {
    throw new AppError("too_large", refusals.tooLarge);
  },
});

/** Refuses bodies that are not declared as JSON. */
export const jsonOnly = createMiddleware<AppEnv>(async (c, next) => {
  const type = c.req.header("Content-Type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new AppError("wrong_type", refusals.wrongType);
  await next();
});

/** Checks a JSON body by `schema` and hands it on as `c.req.valid("json")`. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return validator("json", (value) => checked(schema, value));
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
