import { pageWords } from "../content/pages.ts";
import { ButtonLink, ButtonRoute } from "./button.tsx";
import { LostSheet } from "./lost-sheet.tsx";
import { Actions, Notice } from "./notice.tsx";
import { SiteFrame } from "./site-frame.tsx";

/** The answer to an address that leads nowhere. */
export function NotFoundPage() {
  const words = pageWords.notFound;
  return (
    <SiteFrame>
      <Notice heading={words.title} mark={<LostSheet className="mb-6 h-36 w-auto" />}>
        <p className="mt-4 text-ink-2">{words.text}</p>
        <Actions>
          <ButtonRoute to="/" look="main">
            {words.home}
          </ButtonRoute>
          <ButtonLink href="/#pricing">{words.pricing}</ButtonLink>
        </Actions>
      </Notice>
    </SiteFrame>
  );
}
