import { definePlainPage } from "../app/page.ts";
import { BusyPage } from "../components/unavailable-pages.tsx";
import { busyWords as words } from "../content/unavailable.ts";

/** Sent instead of any page to a client with too many concurrent page requests. */
export const page = definePlainPage({
  facts: { title: () => words.title },
  show: () => <BusyPage words={words} />,
});
