import { definePlainPage } from "../app/page.ts";
import { BusyPage } from "../components/unavailable-pages.tsx";
import { filesAwayWords as words } from "../content/pages.ts";

/** Sent in place of a file when the file storage does not respond. */
export const page = definePlainPage({ title: words.title }, () => <BusyPage words={words} />);
