import { pageWords } from "../content/pages.ts";
import { ButtonLink, ButtonRoute } from "./button.tsx";
import { Actions, Notice } from "./notice.tsx";
import { SheetMark } from "./sheet-mark.tsx";
import { SiteFrame } from "./site-frame.tsx";

type BusyPageProps = { words: { title: string; text: string } };

/** What was asked for cannot be had now; this stands at its address, and offers to try again. */
export function BusyPage({ words }: BusyPageProps) {
  return (
    <SiteFrame>
      <Notice heading={words.title} mark={<SheetMark kind="wait" className="mb-5 h-24 w-auto" />}>
        <p className="mt-4 text-ink-2">{words.text}</p>
        <Actions>
          <ButtonLink href="" look="main">
            {pageWords.failure.retry}
          </ButtonLink>
          <ButtonRoute to="/">{pageWords.home}</ButtonRoute>
        </Actions>
      </Notice>
    </SiteFrame>
  );
}
