import { definePage } from "../app/page.ts";
import { SiteFrame } from "../components/site-frame.tsx";
import { contactWords } from "../content/contact.ts";
import { ContactPage } from "../features/contact/contact-page.tsx";
import { MessageSent } from "../features/contact/message-sent.tsx";

export const page = definePage({
  facts: {
    title: contactWords.title,
    description: contactWords.description,
    indexable: true,
  },
  load: ({ source }) => source.openContactForm(),
  // A form post without script redirects to `?sent`.
  show: (start, { search }) => (
    <SiteFrame backHome>{search.sent ? <MessageSent /> : <ContactPage start={start} />}</SiteFrame>
  ),
});
