import { createBrowserHistory, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { apiSource } from "./lib/api.ts";
import { followPageChanges } from "./lib/page-changes.ts";
import { PAGE_DATA_ID, type PageData, replayAnswers } from "./lib/page-data.ts";
import { createAppRouter } from "./router.tsx";

/** Makes the server's page live: same tree, same data, no request. */
export async function hydratePage(): Promise<void> {
  const data = readPageData();
  const router = createAppRouter({
    history: createBrowserHistory(),
    source: replayAnswers(apiSource, data),
    site: data.site,
    report: (error) => reportError(error),
  });
  // Without it the router would put a Suspense boundary around the page that the server's has not.
  router.ssr = { manifest: undefined };
  await router.load();
  hydrateRoot(
    document.getElementById("root")!, // the server's document always has it
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  followPageChanges(router);
}

function readPageData(): PageData {
  return JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? "") as PageData;
}
