import { useEffect } from "react";
import { SIGNED_OUT_PARAM } from "../../../server/contract/login.ts";
import { loginPathTo } from "../../../server/contract/return-path.ts";
import { noteSignOut } from "../../lib/pending-sign-out.ts";
import { onTabNews, tellTabs } from "../../lib/session-news.ts";
import { browserStorage } from "../../lib/storage.ts";
import { emptyDevice } from "../../pwa/library/empty-device.ts";

const LOGIN = `${loginPathTo("/admin")}&${SIGNED_OUT_PARAM}=1`;

/** Signs this browser out by itself, in every tab; the sign-in page tells the shop. */
export function useLogout(): () => void {
  useEffect(() => onTabNews((news) => news === "signed-out" && leave()), []);
  return () => {
    noteSignOut(browserStorage, undefined);
    tellTabs("signed-out");
    // An owner is a buyer too, whose files may be saved on this device.
    void emptyDevice().catch(reportError).finally(leave);
  };
}

/** As a new document: nothing of the admin stays in memory, or behind the button Back. */
function leave(): void {
  window.location.replace(LOGIN);
}
