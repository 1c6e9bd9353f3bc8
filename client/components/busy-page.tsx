import { busyWords as words } from "../content/busy.ts";
import { pageWords } from "../content/pages.ts";
import { ButtonLink, ButtonRoute } from "./button.tsx";
import { Actions, Notice } from "./notice.tsx";
import { SheetMark } from "./sheet-mark.tsx";
import { SiteFrame } from "./site-frame.tsx";

/** Too many pages are being made; it stands at the address of the page that was asked for. */
export function BusyPage() {
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
