import { definePlainPage } from "../app/page.ts";
import { BusyPage } from "../components/unavailable-pages.tsx";
import { filesAwayWords as words } from "../content/pages.ts";

/** Sent in place of a file when the file storage does not respond. */
export const page = definePlainPage({
  facts: { title: words.title },
  show: () => <BusyPage words={words} />,
});
