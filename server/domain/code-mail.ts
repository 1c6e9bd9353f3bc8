import { eq } from "drizzle-orm";
import { oneTimeCodes } from "../../db/schema.ts";
import { CODE_FIELD, EMAIL_FIELD } from "../contract/login.ts";
import { loginPathTo } from "../contract/return-path.ts";
import type { Deps } from "../deps.ts";
import type { CodeMail } from "../emails/code.tsx";
import { codeOf, keyOf } from "./code-texts.ts";
import { mailFrame } from "./mail-frame.ts";
import { findNewestCode, isOpen, isPaused } from "./one-time-code.ts";

/** What the mail with a code says; undefined when that code is void by now. */
export function codeMailOf(deps: Deps, data: Record<string, unknown>): CodeMail | undefined {
  const code = deps.db
    .select()
    .from(oneTimeCodes)
    .where(eq(oneTimeCodes.id, Number(data["codeId"])))
    .get();
  if (!code || !isOpen(code, deps.clock.now())) return undefined;
  if (findNewestCode(deps.db, code.email)?.id !== code.id) return undefined;
  const { email, seed } = code;
  return {
    ...mailFrame(deps),
    ...(isPaused(deps.db, email)
      ? { code: null, link: keyLink(deps, email, keyOf(deps, seed)) }
      : { code: codeOf(deps, seed) }),
  };
}

/** What the link of a mail without a code opens; the page signs in when its button is pressed. */
function keyLink({ config }: Pick<Deps, "config">, email: string, key: string): string {
  const link = new URL(loginPathTo("/account"), config.publicUrl);
  link.searchParams.set(EMAIL_FIELD, email);
  link.searchParams.set(CODE_FIELD, key);
  return link.href;
}
