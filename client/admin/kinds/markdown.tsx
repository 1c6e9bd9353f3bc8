import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { markdownWords as words } from "../../content/admin-parts.ts";
import { readableMessage } from "../../lib/answer.ts";
import { adminCalls } from "../data/api.ts";
import { useSettled } from "../ui/use-settled.ts";
import { Lines } from "./controls.tsx";
import type { FieldKind, FieldPart } from "./field-kind.ts";
import { lines, plainText } from "./text.tsx";

const PAUSE_MS = 400;

function MarkdownInput(part: FieldPart) {
  const [isShown, setShown] = useState(false);
  const { value, field, label } = part;
  // A grid cell has no room for a preview.
  if (label !== undefined) return <Lines {...part} />;
  return (
    <div>
      <Lines {...part} />
      <button
        type="button"
        aria-expanded={isShown}
        className="link mt-1"
        onClick={() => setShown(!isShown)}
      >
        {isShown ? words.hide : words.show}
      </button>
      {isShown && (
        <section
          aria-label={words.label(field.title)}
          className="mt-1 max-h-80 overflow-y-auto rounded-sheet border border-line bg-paper px-3 py-2"
        >
          <MarkdownPreview text={value === null ? "" : plainText(value)} />
        </section>
      )}
    </div>
  );
}

/** A text as the shop's pages show it. */
function MarkdownPreview({ text }: { text: string }) {
  const settled = useSettled(text, PAUSE_MS);
  const { data, error } = useQuery({
    queryKey: ["markdown", settled],
    queryFn: ({ signal }) => adminCalls.renderMarkdown(settled, signal),
    placeholderData: keepPreviousData,
    // The text can name values of the settings.
    meta: { tables: ["settings"] },
  });
  if (error) return <p role="alert">{readableMessage(error)}</p>;
  if (!data) return <p className="text-ink-2">{words.loading}</p>;
  // Safe: the server renders Markdown and escapes raw HTML.
  return <div dir="auto" className="prose" dangerouslySetInnerHTML={{ __html: data.html }} />;
}

/** Text with Markdown. */
export const markdown: FieldKind = { ...lines, Input: MarkdownInput };
