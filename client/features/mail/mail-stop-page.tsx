import type { MailStop } from "../../../server/contract/answers.ts";
import { fill } from "../../../server/contract/words.ts";
import { Button, ButtonRoute } from "../../components/button.tsx";
import { Actions, Notice } from "../../components/notice.tsx";
import { MailLink } from "../../components/page-link.tsx";
import { mailStopWords as words } from "../../content/mails.ts";

/** Stops optional mails by a link of the mail; works without signing in and without JavaScript. */
export function MailStopPage({ stop }: { stop: MailStop | null }) {
  if (!stop) return <InvalidLink />;
  const { email, isStopped } = stop;
  const topic = words.topics[stop.topic];
  return (
    <Notice heading={isStopped ? words.done : topic.heading}>
      <p className="mt-4 break-words">{fill(isStopped ? topic.stopped : topic.text, { email })}</p>
      <p className="mt-2 text-ink-2">{words.kept}</p>
      {/* Posts to the URL of this page, which contains the token. */}
      <form method="post">
        <Actions>
          {!isStopped && (
            <Button type="submit" look="main">
              {words.stop}
            </Button>
          )}
          <ButtonRoute to="/">{words.home}</ButtonRoute>
        </Actions>
      </form>
    </Notice>
  );
}

function InvalidLink() {
  return (
    <Notice heading={words.invalid.heading}>
      <p className="mt-4">
        {words.invalid.text} <MailLink className="link" />
      </p>
      <Actions>
        <ButtonRoute to="/">{words.home}</ButtonRoute>
      </Actions>
    </Notice>
  );
}
