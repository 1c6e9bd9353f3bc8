import { redirect } from "@tanstack/react-router";
import type { CurrentUser } from "../../server/contract/auth.ts";
import { loginPathTo, returnPathOf, type ReturnParams } from "../../server/contract/return-path.ts";
import type { PageSource } from "./page-source.ts";
import { textParam } from "./search.ts";

/** The status of a page that sends its visitor elsewhere this time; the next answer may differ. */
export const SENT_ELSEWHERE = 302;

/**
 * The signed-in visitor of a protected page; sends everybody else to the sign-in page, which leads
 * back to `path`. The page in the history is replaced.
 */
export async function requireSignedIn(source: PageSource, path: string): Promise<CurrentUser> {
  const user = await source.findUser();
  if (!user) throw sendTo(loginPathTo(path));
  return user;
}

/** Sends a visitor who is signed in already to where the sign-in page would lead. */
export async function refuseSignedIn(source: PageSource, params: ReturnParams): Promise<void> {
  const user = await source.findUser();
  if (user) throw sendTo(returnPathOf(params));
}

/** Reads where a visitor wants to go after signing in; unchecked, `returnPathOf` judges it. */
export function readReturnParams(search: Record<string, unknown>): ReturnParams {
  return { returnUrl: textParam(search.returnUrl), redirect: textParam(search.redirect) };
}

function sendTo(href: string) {
  // A new document: the server knows best who is signed in by now.
  return redirect({ href, replace: true, reloadDocument: true, statusCode: SENT_ELSEWHERE });
}
