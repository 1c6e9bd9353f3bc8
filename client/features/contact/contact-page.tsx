import type { ContactStart } from "../../../server/contract/contact.ts";
import { ButtonRoute } from "../../components/button.tsx";
import { contactWords } from "../../content/contact.ts";
import { ContactForm } from "./contact-form.tsx";
import { FaqCard, InformationCard, OtherWays } from "./contact-cards.tsx";
import { LetterMark } from "./message-sent.tsx";

/** How to reach the shop: the form, and everything that may make it needless. */
export function ContactPage({ start }: { start: ContactStart }) {
  return (
    <div className="column py-12 lg:py-16">
      <div className="flex items-end justify-between gap-8">
        <div>
          <h1 className="text-4xl">{contactWords.heading}</h1>
          <p className="mt-4 max-w-[35rem] text-ink-2">{contactWords.intro}</p>
        </div>
        <LetterMark className="hidden h-28 w-auto shrink-0 sm:block" />
      </div>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <ContactForm start={start} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:max-lg:grid-cols-2">
          <InformationCard />
          <FaqCard />
          <div className="md:max-lg:col-span-2">
            <OtherWays />
          </div>
        </div>
      </div>
      <div className="mt-10">
        <ButtonRoute to="/">{contactWords.backHome}</ButtonRoute>
      </div>
    </div>
  );
}
