import { definePlainPage } from "../app/page.ts";
import { BusyPage } from "../components/unavailable-pages.tsx";
import { filesAwayWords as words } from "../content/pages.ts";

/** What the server answers at the address of a file whose store does not answer. */
export const page = definePlainPage({ title: words.title }, () => <BusyPage words={words} />);
