import { createFileRoute } from "@tanstack/react-router";
import { SiteFrame } from "../components/site-frame.tsx";
import { contactWords } from "../content/contact.ts";
import { ContactPage } from "../features/contact/contact-page.tsx";
import { MessageSent } from "../features/contact/message-sent.tsx";
import { textParam } from "../lib/search.ts";

export const Route = createFileRoute("/contact")({
  staticData: {
    title: contactWords.title,
    description: contactWords.description,
    indexable: true,
  },
  // `sent` is where a form post without script ends.
  validateSearch: (search): { sent?: string } => ({ sent: textParam(search.sent) }),
  loader: ({ context }) => context.source.openContactForm(),
  component: Contact,
});

function Contact() {
  const { sent } = Route.useSearch();
  const start = Route.useLoaderData();
  return <SiteFrame backHome>{sent ? <MessageSent /> : <ContactPage start={start} />}</SiteFrame>;
}
