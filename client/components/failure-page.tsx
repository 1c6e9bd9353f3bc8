import { pageWords } from "../content/pages.ts";
import { ButtonLink, ButtonRoute } from "./button.tsx";
import { Actions, Notice } from "./notice.tsx";
import { SiteFrame } from "./site-frame.tsx";

/** The answer when a page itself failed. It tells no internals. */
export function FailurePage() {
  const words = pageWords.failure;
  return (
    <SiteFrame>
      <Notice heading={words.title}>
        <p role="alert" className="mt-4 text-ink-2">
          {words.text}
        </p>
        <Actions>
          <ButtonLink href="" look="main">
            {words.retry}
          </ButtonLink>
          <ButtonRoute to="/">{words.home}</ButtonRoute>
        </Actions>
      </Notice>
    </SiteFrame>
  );
}
