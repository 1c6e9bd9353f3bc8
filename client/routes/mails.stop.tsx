import { definePage } from "../app/page.ts";
import { mailStopWords } from "../content/mails.ts";
import { MailStopPage } from "../features/mail/mail-stop-page.tsx";

export const page = definePage<"/mails/stop">({
  facts: { title: () => mailStopWords.title, personal: true, untracked: true },
  frame: "site",
  show: (stop) => <MailStopPage stop={stop} />,
});
