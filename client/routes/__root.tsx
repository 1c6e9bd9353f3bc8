import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import { NotFoundPage } from "../components/not-found-page.tsx";
import { ANNOUNCER_ID } from "../lib/page-changes.ts";
import type { RouterContext } from "../router.tsx";

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
});

function Root() {
  return (
    <>
      <Outlet />
      <div id={ANNOUNCER_ID} aria-live="polite" className="sr-only" />
    </>
  );
}
