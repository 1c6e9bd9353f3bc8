import { type ComponentType, useEffect, useState } from "react";
import type { CurrentUser } from "../../../server/contract/sign-in.ts";
import { loginPathTo } from "../../../server/contract/paths.ts";
import { signInApi } from "../../lib/sign-in-api.ts";
import { ChunkError } from "../../lib/page-errors.ts";
import { onReconnect } from "../../lib/events.ts";
import { findRememberedAdmin, rememberAdmin } from "../../lib/session.ts";
import { sleep } from "../../lib/retry.ts";
import type { WorkerMessage } from "../../device/names.ts";
import { accessEndOf, dropAccess } from "./access-end.ts";
import { adminCalls } from "../data/api.ts";
import { isNoAnswer } from "../data/request.ts";

/** Timeout of the access check on a device that remembers an administrator. */
const ACCESS_LIMIT_MS = 4000;
const ASK_AGAIN_MS = 5000;

type App = ComponentType<{ user: CurrentUser }>;

type Access = "checking" | "offline" | "denied" | { user: CurrentUser; App: App };

type Found = CurrentUser | "stranger" | "offline" | undefined;

/**
 * Checks access while the admin's code loads. Redirects to the login without a session, or without
 * its required passkey check. Offline, opens the admin for the last administrator; the server still
 * authorizes every call.
 */
export function useAccess(): Access {
  const [access, setAccess] = useState<Access>("checking");
  const [lost, setLost] = useState<ChunkError>();
  useEffect(() => {
    const code = import("./admin-app.tsx").then(
      ({ AdminApp }) => AdminApp,
      (error: unknown) => new ChunkError(error),
    );
    void findAdmin().then(async (found) => {
      if (found === "stranger") return leaveForLogin();
      if (found === undefined) return setAccess("denied");
      const user = found === "offline" ? findRememberedAdmin() : found;
      const App = await code;
      if (user && !(App instanceof ChunkError)) setAccess({ user, App });
      else if (found === "offline") setAccess("offline");
      else if (App instanceof ChunkError) setLost(App);
      if (found !== "offline") await keepCode();
    });
  }, []);
  if (lost) throw lost;
  return access;
}

/**
 * Reloads the page when the server is reachable again. Polls, because browsers do not report a
 * server outage. Safe because the page has no unsaved input yet.
 */
export function useReloadOnAnswer(): void {
  useEffect(() => {
    let isAsking = false;
    const look = async () => {
      if (isAsking || document.visibilityState === "hidden") return;
      isAsking = true;
      if ((await askForAdmin()) !== "offline") window.location.reload();
      isAsking = false;
    };
    const again = () => void look();
    const timer = setInterval(again, ASK_AGAIN_MS);
    const end = onReconnect(again);
    return () => {
      clearInterval(timer);
      end();
    };
  }, []);
}

async function findAdmin(): Promise<Found> {
  const asked = askForAdmin();
  if (!findRememberedAdmin()) return asked;
  return Promise.race([asked, sleep(ACCESS_LIMIT_MS).then(() => "offline" as const)]);
}

/**
 * Returns the signed-in administrator, or undefined for other users and after a failed check.
 * Removes cached admin data from the device when the user has no access.
 */
async function askForAdmin(): Promise<Found> {
  try {
    const [user, { isAdmin }] = await Promise.all([signInApi.findUser(), adminCalls.getStatus()]);
    if (user && isAdmin) {
      rememberAdmin(user);
      return user;
    }
    await dropAccess({ isSignedIn: user !== null });
    return user && !user.needsPasskey ? undefined : "stranger";
  } catch (error) {
    if (isNoAnswer(error)) return "offline";
    const end = accessEndOf(error);
    if (end) await dropAccess({ isSignedIn: end === "not-admin" });
    if (end === "signed-out") return "stranger";
    // Treat a failed check as no admin access.
    reportError(error);
    return undefined;
  }
}

/** Has the service worker cache the admin's code. */
async function keepCode(): Promise<void> {
  const registration = await navigator.serviceWorker?.ready;
  const message: WorkerMessage = { type: "KEEP_ADMIN" };
  registration?.active?.postMessage(message);
}

function leaveForLogin(): void {
  const { pathname, search } = window.location;
  window.location.replace(loginPathTo(pathname + search));
}
