/** Minimum length of a text to search for in the preview. */
const LEAST_CHARACTERS = 3;

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

export function scrollToPicture({ body }: Document, path: string): void {
  const images = Array.from(body.querySelectorAll("img"));
  images.find(({ src }) => src.includes(path))?.scrollIntoView({ block: "center" });
}

/** Scrolls to the smallest element that contains a text, ignoring its placeholders. */
export function scrollToText({ body }: Document, text: string): void {
  const parts = text.split(/\{[^}]*\}/).map(plainOf);
  const wanted = parts.toSorted((one, other) => other.length - one.length)[0] ?? "";
  if (wanted.length < LEAST_CHARACTERS) return;
  let found: Element = body;
  for (let inner: Element | undefined = body; inner;) {
    found = inner;
    inner = Array.from(inner.children).find(({ textContent }) =>
      plainOf(textContent).includes(wanted),
    );
  }
  if (found !== body) found.scrollIntoView({ block: "center" });
}

function plainOf(text: string | null): string {
  return (text ?? "").replaceAll(/\s+/g, " ").trim();
}
