import { messages } from "../../../server/contract/messages.ts";

/** What the external login came to: a code, or the reason in words. `state` names the attempt. */
export type LoginResult = { state: string | null } & ({ code: string } | { error: string });

const KIND = "external-login";
const MAX_LENGTH = 2000;
// Words and plain punctuation: nothing that could be an address, a number to call or markup.
const HARMLESS = /^[\p{L}\p{M}' ,()-]{1,120}\.?$/u;

/** Reads the query of the return page; throws when it has neither a code nor an error. */
export function readCallback(query: Record<string, unknown>): LoginResult {
  const text = (name: string) => {
    const value = query[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const state = text("state") ?? null;
  const code = text("code");
  if (text("error")) return { state, error: reasonOf(text("error_description")) };
  if (code) return { state, code };
  throw new Error(messages.loginNothing);
}

/** The result as it is passed between windows. */
export function toMessage(result: LoginResult): Record<string, unknown> {
  return { kind: KIND, ...result };
}

/** The result in something another window passed on; undefined for anything that is not exactly one. */
export function readMessage(value: unknown): LoginResult | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { kind, state, code, error, ...rest } = value as Record<string, unknown>;
  if (kind !== KIND || Object.keys(rest).length > 0) return undefined;
  if (state !== null && !isShortText(state)) return undefined;
  if (isShortText(code) && error === undefined) return { state, code };
  // Shown to the visitor, whoever passed it on.
  if (isShortText(error) && code === undefined) return { state, error: reasonOf(error) };
  return undefined;
}

function reasonOf(description: string | undefined): string {
  return description && HARMLESS.test(description) ? description : messages.loginDenied;
}

function isShortText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_LENGTH;
}
