/** Minimum length of a text to search for in the preview. */
const LEAST_CHARACTERS = 3;
/** Opacity of a section that visitors don't see. */
const PALE = "0.5";

/**
 * Replaces a document's content without reloading it, to keep the scroll position. Disables links
 * and scripts. Sets inline styles by script, because the admin page's CSP blocks them.
 */
export function showIn(shown: Document, html: string): void {
  const text = html.replaceAll(/ style="/g, ' data-style="');
  const next = new DOMParser().parseFromString(text, "text/html");
  for (const link of next.querySelectorAll("a[href]")) link.removeAttribute("href");
  for (const script of next.querySelectorAll("script, noscript")) script.remove();
  // Lay out all sections: estimated heights of off-screen sections would shift the page.
  for (const late of next.querySelectorAll(".late")) late.classList.remove("late");
  shown.documentElement.lang = next.documentElement.lang;
  if (stylesOf(shown) !== stylesOf(next)) shown.head.replaceWith(shown.adoptNode(next.head));
  shown.body.replaceWith(shown.adoptNode(next.body));
  for (const element of shown.querySelectorAll<HTMLElement>("[data-style]")) {
    element.style.cssText = element.dataset["style"] ?? "";
  }
}

function stylesOf(document: Document): string {
  const links = document.head.querySelectorAll("link[rel=stylesheet]");
  return Array.from(links, (link) => link.getAttribute("href")).join();
}

/** Resolves when the style sheets of a document are loaded: before, its layout is not final. */
export async function whenStyled({ head }: Document): Promise<void> {
  const links = head.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]");
  const loads = Array.from(links, (link) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    if (link.sheet) resolve(link.sheet);
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    return promise;
  });
  await Promise.all(loads);
}

/** A text, a part of a picture's path, or the name of a section of the landing page. */
export type PreviewPlace = { kind: "text" | "picture" | "section"; of: string };

/** Scrolls to the first of these places that the document shows. */
export function scrollToFirst({ body }: Document, places: readonly PreviewPlace[]): void {
  for (const place of places) {
    const found = findPlace(body, place);
    if (!found) continue;
    const block = place.kind === "section" ? "start" : "center";
    return found.scrollIntoView({ block, behavior: "instant" });
  }
}

/** Opens the answer with the place, and draws a section pale that visitors don't see. */
export function markPlaces(
  { body }: Document,
  place: PreviewPlace | undefined,
  pale: string | undefined,
): void {
  const found = place && findPlace(body, place);
  found?.closest("details")?.setAttribute("open", "");
  const section = pale !== undefined && findSection(body, pale);
  if (section) section.style.opacity = PALE;
}

/**
 * Identifies where a document shows a place: the number of its section, which can be moved, or
 * whether it shows the place; -1 if it does not.
 */
export function whereIs({ body }: Document, place: PreviewPlace | undefined): number {
  const found = place && findPlace(body, place);
  if (!found || place.kind !== "section") return found ? 0 : -1;
  return Array.from(body.querySelectorAll("section")).findIndex((section) => section === found);
}

function findPlace(body: Element, { kind, of }: PreviewPlace): Element | undefined {
  if (kind === "section") return findSection(body, of);
  return kind === "picture" ? findPicture(body, of) : findText(body, of);
}

function findSection(body: Element, name: string): HTMLElement | undefined {
  const sections = Array.from(body.querySelectorAll<HTMLElement>("section[aria-labelledby]"));
  return sections.find((section) => section.getAttribute("aria-labelledby") === `${name}-heading`);
}

function findPicture(body: Element, path: string): Element | undefined {
  return Array.from(body.querySelectorAll("img")).find(({ src }) => src.includes(path));
}

/** Finds the smallest element that contains a text, ignoring its placeholders. */
function findText(body: Element, text: string): Element | undefined {
  const parts = text.split(/\{[^}]*\}/).map(plainOf);
  const wanted = parts.toSorted((one, other) => other.length - one.length)[0] ?? "";
  if (wanted.length < LEAST_CHARACTERS) return undefined;
  let found: Element = body;
  for (let inner: Element | undefined = body; inner;) {
    found = inner;
    inner = Array.from(inner.children).find(({ textContent }) =>
      plainOf(textContent).includes(wanted),
    );
  }
  return found === body ? undefined : found;
}

function plainOf(text: string | null): string {
  return (text ?? "").replaceAll(/\s+/g, " ").trim();
}
