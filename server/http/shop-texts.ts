import { createMiddleware } from "hono/factory";
import { setTexts } from "../contract/words.ts";
import type { Deps } from "../deps.ts";
import { readSite } from "../domain/settings.ts";
import type { AppEnv } from "./hono-env.ts";

/**
 * Sets the shop's texts for the errors of a request. Renders in the meantime set the same texts,
 * except previews of unsaved texts.
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
