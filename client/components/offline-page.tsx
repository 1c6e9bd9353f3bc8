import { offlineWords as words } from "../content/pages.ts";
import { ButtonLink, ButtonRoute } from "./button.tsx";
import { Actions, Notice } from "./notice.tsx";
import { SheetMark } from "./sheet-mark.tsx";
import { SiteFrame } from "./site-frame.tsx";

/** There is no connection; it stands at the address of the page that was asked for. */
export function OfflinePage() {
  return (
    <SiteFrame>
      <Notice heading={words.title} mark={<SheetMark kind="wait" className="mb-5 h-24 w-auto" />}>
        <p className="mt-4 text-ink-2">{words.text}</p>
        <Actions>
          <ButtonRoute to="/account" look="main">
            {words.account}
          </ButtonRoute>
          <ButtonLink href="">{words.retry}</ButtonLink>
        </Actions>
      </Notice>
    </SiteFrame>
  );
}
