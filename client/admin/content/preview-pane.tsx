import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { contentWords as words } from "../../content/admin-content.ts";
import type { TextGroup } from "../../content/text-catalogue.ts";
import { readableMessage } from "../../lib/answer.ts";
import { adminCalls } from "../data/api.ts";
import { isNoAnswer } from "../data/request.ts";
import { useSettled } from "../data/row-source.ts";
import { scrollToPicture, scrollToText, showIn } from "./preview-document.ts";

/** Pause in typing before the preview is requested. */
const PAUSE_MS = 300;

export type PreviewTexts = Readonly<Record<string, string>>;

function previewQuery({ path, mail }: TextGroup, texts: PreviewTexts) {
  const target = { ...(path && { path }), ...(mail && { mail }) };
  return queryOptions({
    // The live feed refetches queries that name a changed table.
    queryKey: ["preview", "texts", target, texts],
    queryFn: ({ signal }) => adminCalls.previewContent({ ...target, texts }, signal),
    placeholderData: keepPreviousData,
  });
}

export type PreviewPlace = { kind: "text" | "picture"; of: string };

type PreviewPaneProps = {
  group: TextGroup;
  /** Unsaved texts by name. */
  texts: PreviewTexts;
  /** Text or picture path to scroll to when it changes. */
  place: PreviewPlace | undefined;
  className: string;
};

/** Shows the page or mail of a group, with unsaved texts. It needs a connection. */
export function PreviewPane({ group, texts, place, className }: PreviewPaneProps) {
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
      <PreviewFrame title={words.previewOf(group.title)} html={data?.html} place={place} />
    </section>
  );
}

type PreviewFrameProps = Pick<PreviewPaneProps, "place"> & {
  title: string;
  html: string | undefined;
};

function PreviewFrame({ title, html, place }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const { kind, of } = place ?? {};
  const scrolledTo = useRef<string>(undefined);
  useEffect(() => {
    const shown = isLoaded && frame.current?.contentDocument;
    if (!shown || html === undefined) return;
    showIn(shown, html);
    if (of !== undefined && of !== scrolledTo.current) {
      if (kind === "picture") scrollToPicture(shown, of);
      else scrollToText(shown, of);
    }
    scrolledTo.current = of;
  }, [isLoaded, html, kind, of]);
  return (
    <iframe
      ref={frame}
      title={title}
      // Without scripts. As the same origin, so that the admin can update it in place.
      sandbox="allow-same-origin"
      srcDoc="<!doctype html>"
      onLoad={() => setLoaded(true)}
      className="min-h-0 w-full flex-1 bg-[#fffaf1]"
    />
  );
}
