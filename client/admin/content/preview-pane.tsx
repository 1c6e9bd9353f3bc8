import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type Preview,
  PREVIEWED_TABLES,
  type PreviewRow,
} from "../../../server/contract/admin-answers.ts";
import { contentWords as words } from "../../content/admin-content.ts";
import { readableMessage } from "../../lib/answer.ts";
import { adminCalls } from "../data/api.ts";
import { isNoAnswer } from "../data/request.ts";
import { useSettled } from "../ui/use-settled.ts";
import {
  markPlaces,
  type PreviewPlace,
  scrollToFirst,
  showIn,
  whereIs,
  whenStyled,
} from "./preview-document.ts";

/** Pause in typing before the preview is requested. */
const PAUSE_MS = 300;

export type PreviewTexts = Readonly<Record<string, string>>;

/** Unsaved input that a preview shows. */
export type Unsaved = { texts?: PreviewTexts; rows?: readonly PreviewRow[] };

/** The page or mail of a preview; a row of `pages` has neither path nor mail. */
export type PreviewTarget = {
  title: string;
  path?: string | undefined;
  mail?: string | undefined;
  /** Distinguishes targets without path and mail. */
  row?: number;
};

/** Tables whose changes the screen makes. */
const TABLES = ["texts", ...PREVIEWED_TABLES];

function nameOf({ path = "", mail = "", row }: PreviewTarget): string {
  return path || mail || `pages/${row}`;
}

function previewQuery(target: PreviewTarget, { texts = {}, rows = [] }: Unsaved) {
  const { path, mail } = target;
  const request = {
    ...(path && { path }),
    ...(mail && { mail }),
    texts,
    ...(rows.length > 0 && { rows: [...rows] }),
  };
  return queryOptions({
    queryKey: ["preview", nameOf(target), request],
    queryFn: ({ signal }) => adminCalls.previewContent(request, signal),
    // Keep the previous preview of the same page while typing.
    placeholderData: (before: Preview | undefined, query) =>
      query?.queryKey[1] === nameOf(target) ? keepPreviousData(before) : undefined,
    meta: { tables: TABLES },
  });
}

type PreviewPaneProps = {
  target: PreviewTarget;
  unsaved: Unsaved;
  /** Texts and pictures of the group; when the first changes, the preview scrolls to it. */
  places: readonly PreviewPlace[];
  /** Section of the landing page that visitors don't see. */
  pale?: string | undefined;
  /** Whether a small screen shows the preview. */
  isToggled: boolean;
  className: string;
};

/** Previews a page or mail with unsaved input. Requires a connection. */
export function PreviewPane({ target, unsaved, className, ...props }: PreviewPaneProps) {
  const name = nameOf(target);
  const settled = useSettled(JSON.stringify([name, unsaved]), PAUSE_MS);
  const [settledName, settledInput] = JSON.parse(settled) as [string, Unsaved];
  // Input of another page does not belong to this one.
  const input = settledName === name ? settledInput : unsaved;
  const { data, error } = useQuery(previewQuery(target, input));
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
      <PreviewFrame key={name} title={words.previewOf(target.title)} html={data?.html} {...props} />
    </section>
  );
}

type PreviewFrameProps = Pick<PreviewPaneProps, "places" | "pale" | "isToggled"> & {
  title: string;
  html: string | undefined;
};

function PreviewFrame({ title, html, places, pale, isToggled }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  // A text, so that the effect runs only when the place changes.
  const first = places[0] && JSON.stringify(places[0]);
  const scrolledTo = useRef<string>(undefined);
  const scroll = useEffectEvent((frameDocument: Document) => scrollToFirst(frameDocument, places));
  useEffect(() => {
    const frameDocument = isLoaded && frame.current?.contentDocument;
    if (!frameDocument || html === undefined) return;
    const place = first === undefined ? undefined : (JSON.parse(first) as PreviewPlace);
    showIn(frameDocument, html);
    markPlaces(frameDocument, place, pale);
    // Scroll again when shown, because a hidden frame could not scroll, and when the place moves or appears.
    const target = [first, isToggled, whereIs(frameDocument, place)].join(" ");
    if (target !== scrolledTo.current)
      void whenStyled(frameDocument).then(() => scroll(frameDocument));
    scrolledTo.current = target;
  }, [isLoaded, html, first, pale, isToggled]);
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
