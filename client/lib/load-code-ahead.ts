import type { AppRouter } from "../router.tsx";

const WAIT_MS = 1000;

/**
 * Loads the code of the pages that the shown one leads to, once the browser has time: a line that is
 * lost in the middle of buying then does not end the visit. Their data stays with the visit itself.
 */
export function loadCodeAhead(router: AppRouter): () => void {
  const load = () => {
    const ids = router.stores.matches.get().at(-1)?.staticData?.leadsTo ?? [];
    for (const id of ids) void router.loadRouteChunk(router.routesById[id]);
  };
  const whenIdle = () => {
    // Safari has no requestIdleCallback.
    if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: WAIT_MS });
    else setTimeout(load, WAIT_MS);
  };
  whenIdle();
  return router.subscribe("onRendered", whenIdle);
}
