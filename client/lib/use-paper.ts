import { useSyncExternalStore } from "react";
import { readPaperName } from "../../server/contract/files.ts";
import type { PurchasedFile } from "../../server/contract/answers.ts";
import type { Paper } from "../../server/contract/site.ts";
import { useSite } from "./page-context.ts";
import { browserStorage, type TextStorage } from "./storage.ts";
import { createListeners } from "./observable.ts";

const PAPER_KEY = "paper";

// Regions with US Letter, from Unicode CLDR; ISO 3166 codes.
const LETTER_REGION = /-(?:BZ|CA|CL|CO|CR|GT|MX|NI|PA|PH|PR|SV|US|VE)\b/;
const ANY_REGION = /-[A-Z]{2}\b/;

/** Guesses the paper from the region of the browser's languages ("en-US"). */
export function guessPaper(languages: readonly string[], fallback: Paper = "a4"): Paper {
  const first = languages.find((language) => ANY_REGION.test(language));
  if (!first) return fallback;
  return LETTER_REGION.test(first) ? "letter" : "a4";
}

/** Returns the stored paper size, or a guess from the browser's languages. */
export function readPaper(
  storage: TextStorage,
  languages: readonly string[],
  fallback?: Paper,
): Paper {
  const stored = readPaperName(storage.getItem(PAPER_KEY) ?? undefined);
  return stored ?? guessPaper(languages, fallback);
}

/** Sorts files; those of this paper size come first. */
export function inPaperOrder<File extends Pick<PurchasedFile, "paper">>(
  files: File[],
  paper: Paper | undefined,
): File[] {
  if (!paper) return files;
  return files.toSorted((a, b) => Number(b.paper === paper) - Number(a.paper === paper));
}

const listeners = createListeners();

/** Preferred paper size; undefined before hydration. */
export function usePaper(): Paper | undefined {
  const { defaultPaper } = useSite();
  const read = () => readPaper(browserStorage, navigator.languages, defaultPaper);
  return useSyncExternalStore(listeners.add, read, () => undefined);
}

export function choosePaper(paper: Paper): void {
  browserStorage.setItem(PAPER_KEY, paper);
  listeners.notify();
}
