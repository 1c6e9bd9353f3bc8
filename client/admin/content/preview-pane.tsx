import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Preview } from "../../../server/contract/admin-answers.ts";
import { contentWords as words } from "../../content/admin-content.ts";
import type { TextGroup } from "../../content/text-places.ts";
import { readableMessage } from "../../lib/answer.ts";
import { adminCalls } from "../data/api.ts";
import { isNoAnswer } from "../data/request.ts";
import { useSettled } from "../ui/use-settled.ts";
import { type PreviewPlace, scrollToFirst, showIn, whenStyled } from "./preview-document.ts";

/** Pause in typing before the preview is requested. */
const PAUSE_MS = 300;

export type PreviewTexts = Readonly<Record<string, string>>;

function nameOf({ path = "", mail = "" }: Pick<TextGroup, "path" | "mail">): string {
  return path || mail;
}

function previewQuery(group: TextGroup, texts: PreviewTexts) {
  const { path, mail } = group;
  const target = { ...(path && { path }), ...(mail && { mail }) };
  return queryOptions({
    queryKey: ["preview", nameOf(group), texts],
    queryFn: ({ signal }) => adminCalls.previewContent({ ...target, texts }, signal),
    // Keep the previous preview of the same page while typing.
    placeholderData: (before: Preview | undefined, query) =>
      query?.queryKey[1] === nameOf(group) ? keepPreviousData(before) : undefined,
    meta: { tables: ["texts"] },
  });
}

type PreviewPaneProps = {
  group: TextGroup;
  /** Unsaved texts by name. */
  texts: PreviewTexts;
  /** When the first text changes, the preview scrolls to the first text that it shows. */
  places: readonly PreviewPlace[];
  /** Whether a small screen shows the preview. */
  isToggled: boolean;
  className: string;
};

/** Previews the page or mail of a group with unsaved texts. Requires a connection. */
export function PreviewPane({ group, texts, className, ...props }: PreviewPaneProps) {
  const { data, error } = useQuery(previewQuery(group, useSettled(texts, PAUSE_MS)));
  const problem = error && (isNoAnswer(error) ? words.previewOffline : readableMessage(error));
  return (
    <section aria-label={words.preview} className={`flex min-h-0 min-w-0 flex-col ${className}`}>
      <div role="status" className="shrink-0 border-b border-line bg-card px-4 py-2 empty:hidden">
        {problem && <p>{problem}</p>}
        {!problem && !data && <p className="text-ink-2">{words.previewLoading}</p>}
        {!problem && data?.subject && (
          <p className="wrap-anywhere" dir="auto">
            <span className="text-ink-2">{words.subject}</span> {data.subject}
          </p>
        )}
      </div>
      <PreviewFrame
        key={nameOf(group)}
        title={words.previewOf(group.title)}
        html={data?.html}
        {...props}
      />
    </section>
  );
}

type PreviewFrameProps = Pick<PreviewPaneProps, "places" | "isToggled"> & {
  title: string;
  html: string | undefined;
};

function PreviewFrame({ title, html, places, isToggled }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const first = places[0]?.of;
  const scroll = useEffectEvent((frameDocument: Document) => scrollToFirst(frameDocument, places));
  const scrolledTo = useRef<string>(undefined);
  useEffect(() => {
    const frameDocument = isLoaded && frame.current?.contentDocument;
    if (!frameDocument || html === undefined) return;
    showIn(frameDocument, html);
    // Scroll again when shown: a hidden frame could not scroll.
    const target = `${first} ${isToggled}`;
    if (target !== scrolledTo.current)
      void whenStyled(frameDocument).then(() => scroll(frameDocument));
    scrolledTo.current = target;
  }, [isLoaded, html, first, isToggled]);
  return (
    <iframe
      ref={frame}
      title={title}
      // Blocks scripts; the same origin lets the admin update the document.
      sandbox="allow-same-origin"
      srcDoc="<!doctype html>"
      onLoad={() => setLoaded(true)}
      className="min-h-0 w-full flex-1 bg-[#fffaf1]"
    />
  );
}
