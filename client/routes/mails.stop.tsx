import { definePage } from "../app/page.ts";
import { mailStopWords } from "../content/mails.ts";
import { MailStopPage } from "../features/mail/mail-stop-page.tsx";

export const page = definePage({
  facts: { title: () => mailStopWords.title, personal: true, untracked: true },
  frame: "site",
  load: ({ source, search }) => source.findMailStop(search["token"] ?? ""),
  show: (stop) => <MailStopPage stop={stop} />,
});
