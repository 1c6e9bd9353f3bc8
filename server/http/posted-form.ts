import type { Context } from "hono";
import type { BodyData } from "hono/utils/body";
import type { Deps } from "../deps.ts";
import { AppError, unexpected } from "../errors.ts";
import type { AppEnv } from "./hono-env.ts";
import { logRefusal } from "./errors.ts";
import { requireSmallBody } from "./json.ts";

export type Fields = {
  /** Text fields by name; the last value of a repeated field. */
  texts: Record<string, string>;
  all: (name: string) => string[];
};

type Form<Posted> = {
  name: string;
  read: (fields: Fields) => Posted;
  answer: (c: Context<AppEnv>, posted: Posted) => Response | Promise<Response>;
  /** Responds to an error by showing the form again or redirecting. Errors are thrown without it. */
  refused?: (c: Context<AppEnv>, refusal: AppError, posted: Posted) => Response | Promise<Response>;
};

/** Handles a form posted without JavaScript: at most 64 kB, answered with a page. */
export function postedForm<Posted>(deps: Pick<Deps, "log">, form: Form<Posted>) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    await requireSmallBody(c);
    const posted = form.read(await readFields(c));
    try {
      return await form.answer(c, posted);
    } catch (error) {
      const refusal = error instanceof AppError ? error : unexpected(error);
      if (!form.refused) throw refusal;
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
