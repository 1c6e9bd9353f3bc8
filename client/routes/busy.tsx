import { definePlainPage } from "../app/page.ts";
import { BusyPage } from "../components/unavailable-pages.tsx";
import { busyWords } from "../content/pages.ts";

/** What the server answers, at any address, to a visitor with too many pages under way. */
export const page = definePlainPage({ title: busyWords.title }, () => (
  <BusyPage words={busyWords} />
));
