import { ApiError } from "../../lib/answer.ts";
import { forgetAdmin } from "../../lib/session.ts";
import type { Phase } from "../offline/drain.ts";
import { clearForeignData } from "../../device/foreign-data.ts";
import { emptyDevice } from "../../device/empty-device.ts";

export type AccessEnd = "signed-out" | "not-admin";

/** Returns why the server denied access; undefined for failures unrelated to access. */
export function accessEndOf(error: unknown): AccessEnd | undefined {
  if (!(error instanceof ApiError) || error.code === undefined) return undefined;
  if (error.status === 401) return "signed-out";
  return error.reason === "not_admin" ? "not-admin" : undefined;
}

/** Returns why access ended, if the outbox stopped for lack of access; otherwise undefined. */
export function accessEndIn(phase: Phase): AccessEnd | undefined {
  if (phase === "signed-out") return phase;
  return phase === "forbidden" ? "not-admin" : undefined;
}

/**
 * Removes cached admin data from this device, and offline copies of files when the user is signed
 * out. Keeps unsent edits for their own user. Reports storage errors without throwing.
 */
export async function dropAccess({ isSignedIn }: { isSignedIn: boolean }): Promise<void> {
  forgetAdmin();
  await (isSignedIn ? clearForeignData() : emptyDevice()).catch(reportError);
}
