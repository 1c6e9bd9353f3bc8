import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { createKept } from "../../../client/components/kept.tsx";

afterEach(() => vi.unstubAllGlobals());

const drawnByCode = { note: () => createElement("p", null, "drawn by code"), end: () => null };

/** Two kept parts in a document of which `html` stands in the note, as far as it has one. */
function inDocument(html: string | undefined, load = vi.fn(async () => drawnByCode)) {
  const attributes: Record<string, string> = { class: "big", "aria-label": "Note" };
  const element = {
    localName: "aside",
    innerHTML: html,
    getAttribute: (name: string) => attributes[name] ?? null,
  };
  const querySelector = (selector: string) =>
    selector === "#note" && html !== undefined ? element : null;
  vi.stubGlobal("document", { querySelector });
  const kept = createKept({
    selectorOf: (name) => `#${name}`,
    mark: "note",
    load,
    adapt: (text) => text.replace("here", "there"),
  });
  const draw = (name: "note" | "end") => renderToStaticMarkup(createElement(kept.Part, { name }));
  return { ...kept, load, draw };
}

test("without the code a document that has no parts gets none, and nothing fails", async () => {
  const { loadParts, draw } = inDocument(
    undefined,
    vi.fn(() => Promise.reject(new Error("no line"))),
  );
  await expect(loadParts()).rejects.toThrow("no line");
  expect(draw("note")).toBe("");
});

test("what the document has is kept as it is, and no code is loaded for it", async () => {
  const { loadParts, load, draw } = inDocument("<b>here</b>");
  await loadParts();
  expect(load).not.toHaveBeenCalled();
  expect(draw("note")).toBe('<aside class="big" aria-label="Note"><b>there</b></aside>');
  expect(draw("end")).toBe("");
});

test("where the document has none, the parts are drawn by their code", async () => {
  const { loadParts, draw } = inDocument(undefined);
  await loadParts();
  expect(draw("note")).toBe("<p>drawn by code</p>");
});
