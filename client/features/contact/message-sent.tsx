import { contactWording } from "../../../server/contract/wording.ts";
import { ButtonLink, ButtonRoute } from "../../components/button.tsx";
import { Actions, Notice } from "../../components/notice.tsx";
import { contactWords } from "../../content/contact.ts";
import { supportWords } from "../../content/support.ts";
import { LetterMark } from "./letter-mark.tsx";

/** The whole page after a form post without script: the message is there. */
export function MessageSent() {
  return (
    <Notice
      heading={contactWords.sentHeading}
      mark={<LetterMark sent className="mb-6 h-32 w-auto" />}
    >
      <p className="mt-4">{contactWording.sent}</p>
      <p className="mt-2 text-ink-2">{supportWords.replies}</p>
      <Actions>
        <ButtonRoute to="/" look="main">
          {contactWords.backHome}
        </ButtonRoute>
        <ButtonLink href="/contact">{contactWords.form.another}</ButtonLink>
      </Actions>
    </Notice>
  );
}
