import type { Context } from "hono";
import type { BodyData } from "hono/utils/body";
import type { Deps } from "../deps.ts";
import { AppError, unexpected } from "../errors.ts";
import type { AppEnv } from "./env.ts";
import { logRefusal } from "./errors.ts";
import { requireSmallBody } from "./json.ts";

/** The texts of a posted form. */
export type Fields = {
  /** Each field's text; of a repeated one the last. */
  texts: Record<string, string>;
  /** All texts of a field that may be repeated. */
  all: (name: string) => string[];
};

type Form<Posted> = {
  /** What the log calls it. */
  name: string;
  read: (fields: Fields) => Posted;
  answer: (c: Context<AppEnv>, posted: Posted) => Response | Promise<Response>;
  /**
   * The answer to a refusal, or to a fault (`internal`): the form once more, or a redirect. What it
   * throws is answered as a call's refusal is.
   */
  refused: (c: Context<AppEnv>, refusal: AppError, posted: Posted) => Response | Promise<Response>;
};

/** A form as a browser posts it where no script runs: at most 64 kB, answered by a page. */
export function postedForm<Posted>(deps: Pick<Deps, "log">, form: Form<Posted>) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    await requireSmallBody(c);
    const posted = form.read(await readFields(c));
    try {
      return await form.answer(c, posted);
    } catch (error) {
      const refusal = error instanceof AppError ? error : unexpected(error);
      const answer = await form.refused(c, refusal, posted);
      logRefusal(deps, refusal, { requestId: c.get("requestId"), what: form.name });
      const { status, retryAfterSeconds } = refusal;
      if (retryAfterSeconds && answer.status === status) {
        answer.headers.set("Retry-After", String(retryAfterSeconds));
      }
      return answer;
    }
  };
}

/** A body that is no form has no fields either, which is what the page then says. */
async function readFields(c: Context<AppEnv>): Promise<Fields> {
  const body = await c.req.parseBody({ all: true }).catch((): BodyData<{ all: true }> => ({}));
  const all = (name: string) =>
    [body[name] ?? []].flat().filter((value) => typeof value === "string");
  const texts = Object.keys(body).flatMap((name) => {
    const last = all(name).at(-1);
    return last === undefined ? [] : [[name, last] as const];
  });
  return { texts: Object.fromEntries(texts), all };
}
