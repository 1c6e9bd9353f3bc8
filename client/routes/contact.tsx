import { definePage } from "../app/page.ts";
import { contactWords } from "../content/contact.ts";
import { ContactPage, MessageSent } from "../features/contact/contact-page.tsx";

export const page = definePage<"/contact">({
  facts: {
    title: () => contactWords.title,
    description: () => contactWords.description,
    indexable: true,
    hiddenWhileClosed: true,
  },
  frame: "site-back-home",
  // A form post without script redirects to `?sent`.
  show: (data, { search }) => (search.sent ? <MessageSent /> : <ContactPage data={data} />),
});
