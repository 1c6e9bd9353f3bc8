import { ApiError } from "../../lib/answer.ts";
import { forgetAdmin } from "../../lib/remembered-admin.ts";
import type { Phase } from "../../local/drain.ts";
import { sealOthers } from "../../local/sealed.ts";
import { emptyDevice } from "../../pwa/library/empty-device.ts";

/** Why a user may not read the admin any more. */
export type AccessEnd = "signed-out" | "not-admin";

/** What a refusal says of the access; undefined for every other failure, which says nothing of it. */
export function accessEndOf(error: unknown): AccessEnd | undefined {
  if (!(error instanceof ApiError) || error.code === undefined) return undefined;
  if (error.status === 401) return "signed-out";
  return error.reason === "not_admin" ? "not-admin" : undefined;
}

/** The same of how sending has ended. */
export function accessEndIn(phase: Phase): AccessEnd | undefined {
  if (phase === "signed-out") return phase;
  return phase === "forbidden" ? "not-admin" : undefined;
}

/**
 * Takes what the admin has read off this device, and the saved files too where nobody is signed in. Unsent
 * edits stay sealed for their own user (decision: sealed-edits). What the device refuses is only reported.
 */
export async function dropAccess({ isSignedIn }: { isSignedIn: boolean }): Promise<void> {
  forgetAdmin();
  await (isSignedIn ? sealOthers() : emptyDevice()).catch(reportError);
}
