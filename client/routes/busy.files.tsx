import { definePlainPage } from "../app/page.ts";
import { BusyPage } from "../components/unavailable-pages.tsx";
import { filesAwayWords as words } from "../content/unavailable.ts";

/** Sent instead of a file when the file storage is unavailable. */
export const page = definePlainPage({
  facts: { title: () => words.title },
  show: () => <BusyPage words={words} />,
});
