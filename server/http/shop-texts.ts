import { createMiddleware } from "hono/factory";
import { setTexts } from "../contract/words.ts";
import type { Deps } from "../deps.ts";
import { readSite } from "../domain/settings.ts";
import type { AppEnv } from "./hono-env.ts";

/**
 * Sets the shop's texts for the errors of a request. What is rendered meanwhile sets the same texts,
 * except a preview of texts that are not saved.
 */
export const shopTexts = (deps: Pick<Deps, "config" | "db">) =>
  createMiddleware<AppEnv>(async (_, next) => {
    try {
      setTexts(readSite(deps));
    } catch {
      // The database cannot be read, which the request's handler reports.
    }
    await next();
  });
