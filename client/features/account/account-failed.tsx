import { ButtonLink } from "../../components/button.tsx";
import { Actions, Notice } from "../../components/notice.tsx";
import { accountWords } from "../../content/account.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import { AccountFrame } from "./account-frame.tsx";

/** The answer when it could not be asked who is signed in. */
export function AccountFailed({ error }: { error: unknown }) {
  return (
    <AccountFrame>
      <Notice heading={accountWords.failed}>
        <p role="alert" className="mt-4 text-ink-2">
          {readableMessage(error)}
        </p>
        <Actions>
          <ButtonLink href="/account" look="main">
            {accountWords.retry}
          </ButtonLink>
          <ButtonLink href="/">{accountWords.bar.home}</ButtonLink>
        </Actions>
      </Notice>
    </AccountFrame>
  );
}
