import { useSyncExternalStore } from "react";
import type { Paper, PurchasedFile } from "../../server/contract/answers.ts";
import { browserStorage, type TextStorage } from "./storage.ts";
import { createListeners } from "./store.ts";

const PAPER_KEY = "paper";

// Where printers hold US Letter, as Unicode's CLDR lists it; regions are ISO 3166 codes.
const LETTER_REGION = /-(?:BZ|CA|CL|CO|CR|GT|MX|NI|PA|PH|PR|SV|US|VE)\b/;
const ANY_REGION = /-[A-Z]{2}\b/;

/** The paper of a reader's region, by what a browser says of languages ("en-US"); A4 where none is named. */
export function guessPaper(languages: readonly string[]): Paper {
  const first = languages.find((language) => ANY_REGION.test(language)) ?? "";
  return LETTER_REGION.test(first) ? "letter" : "a4";
}

/** The paper that was chosen in this browser, or the guess. */
export function readPaper(storage: TextStorage, languages: readonly string[]): Paper {
  const kept = storage.getItem(PAPER_KEY);
  return kept === "a4" || kept === "letter" ? kept : guessPaper(languages);
}

/** The files with those of this paper first; as they are while it is not known. */
export function inPaperOrder<File extends Pick<PurchasedFile, "paper">>(
  files: File[],
  paper: Paper | undefined,
): File[] {
  if (!paper) return files;
  return files.toSorted((a, b) => Number(b.paper === paper) - Number(a.paper === paper));
}

const listeners = createListeners();

const read = () => readPaper(browserStorage, navigator.languages);

/** The paper that every list begins with; undefined until the page is live. */
export function usePaper(): Paper | undefined {
  return useSyncExternalStore(listeners.add, read, () => undefined);
}

/** Keeps the paper for every list of this browser. */
export function choosePaper(paper: Paper): void {
  browserStorage.setItem(PAPER_KEY, paper);
  listeners.notify();
}
