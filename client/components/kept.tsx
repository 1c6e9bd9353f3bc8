import { type ComponentType, createElement, useState } from "react";

type Options<Name extends string> = {
  /** Where the document has a part, by its name. */
  selectorOf: (name: Name) => string;
  /** The part whose absence means that the document has none of them. */
  mark: NoInfer<Name>;
  /** Loads the code that draws the parts. */
  load: () => Promise<Record<Name, ComponentType>>;
  /** What was drawn for an earlier page of this document, as this page has it. */
  adapt?: (html: string) => string;
};

/**
 * Parts of pages that no script changes. The page that becomes live keeps what the document has, which
 * costs a phone neither the code nor the time to draw it again. `loadParts` loads the code unless the
 * document has the parts, and always on the server; without it `Part` draws nothing.
 */
export function createKept<Name extends string>({
  selectorOf,
  mark,
  load,
  adapt = (html) => html,
}: Options<Name>) {
  let parts: Record<Name, ComponentType> | undefined;

  async function loadParts(): Promise<void> {
    if (typeof document !== "undefined" && document.querySelector(selectorOf(mark))) return;
    parts ??= await load();
  }

  function Part({ name }: { name: Name }) {
    const [kept] = useState(() => (parts ? undefined : readPart(selectorOf(name), adapt)));
    if (kept) return createElement(kept.tag, kept.props);
    const Drawn: ComponentType | undefined = parts?.[name];
    return Drawn ? <Drawn /> : null;
  }

  return { loadParts, Part };
}

/** An element of the document, as React would have it. */
function readPart(selector: string, adapt: (html: string) => string) {
  const element = document.querySelector(selector);
  if (!element) return undefined;
  const attribute = (name: string) => element.getAttribute(name) ?? undefined;
  return {
    tag: element.localName,
    props: {
      id: attribute("id"),
      className: attribute("class"),
      href: attribute("href"),
      "aria-label": attribute("aria-label"),
      "aria-labelledby": attribute("aria-labelledby"),
      dangerouslySetInnerHTML: { __html: adapt(element.innerHTML) },
    },
  };
}
