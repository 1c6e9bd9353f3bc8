import { definePlainPage } from "../app/page.ts";
import { BusyPage } from "../components/unavailable-pages.tsx";
import { busyWords as words } from "../content/pages.ts";

/** Sent for any URL to a visitor with too many page requests. */
export const page = definePlainPage({
  facts: { title: words.title },
  show: () => <BusyPage words={words} />,
});
