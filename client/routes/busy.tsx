import { definePlainPage } from "../app/page.ts";
import { BusyPage } from "../components/unavailable-pages.tsx";
import { busyWords } from "../content/pages.ts";

/** Sent for any URL to a visitor with too many page requests. */
export const page = definePlainPage({ title: busyWords.title }, () => (
  <BusyPage words={busyWords} />
));
