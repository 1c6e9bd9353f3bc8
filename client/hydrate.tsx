import { createBrowserHistory, RouterProvider } from "@tanstack/react-router";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { ApiError } from "./lib/answer.ts";
import { apiSource } from "./lib/api.ts";
import { isLoadedPage } from "./lib/loaded-page.ts";
import { loadCodeAhead } from "./lib/load-code-ahead.ts";
import { keepPageWithoutCode } from "./lib/lost-code.ts";
import { followPageChanges } from "./lib/page-changes.ts";
import { PAGE_DATA_ID, type PageData, replayAnswers } from "./lib/page-data.ts";
import { createAppRouter } from "./router.tsx";

/**
 * Makes the server's page live: same tree, same data, no request. The press that `takeEarlyPress`
 * returns is answered then.
 */
export async function hydratePage(takeEarlyPress: () => HTMLElement | undefined): Promise<void> {
  keepPageWithoutCode();
  const data = readPageData();
  const router = createAppRouter({
    history: createBrowserHistory(),
    source: replayAnswers(apiSource, data),
    site: data.site,
    // A lost line is not the owner's to mend, and what the server noted it has reported itself.
    report: (error) => {
      if (!(error instanceof ApiError && error.status === undefined)) reportError(error);
    },
  });
  // Without it the router would put a Suspense boundary around the page that the server's has not.
  router.ssr = { manifest: undefined };
  // The router would scroll to the top when the page becomes live, from under the reader's finger;
  // `followPageChanges` scrolls when the page changes. Set from the beginning, this would also switch
  // off what the browser itself does after a reload.
  router.options.scrollRestoration = () => false;
  await router.load();
  if (!isLoadedPage()) {
    location.reload();
    return;
  }
  // From here on React makes what is pressed live before anything else.
  const pressed = takeEarlyPress();
  // As a transition it is done in pieces, between which the page can answer.
  startTransition(() => {
    hydrateRoot(
      document.getElementById("root")!, // the server's document always has it
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  });
  setTimeout(() => pressed?.click());
  followPageChanges(router);
  loadCodeAhead(router);
}

function readPageData(): PageData {
  return JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? "") as PageData;
}
