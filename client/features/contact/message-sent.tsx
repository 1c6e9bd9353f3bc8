import { contactWording } from "../../../server/contract/messages.ts";
import { ButtonLink, ButtonRoute } from "../../components/button.tsx";
import { Actions, Notice } from "../../components/notice.tsx";
import { contactWords } from "../../content/contact.ts";
import { supportWords } from "../../content/pages.ts";

/** The page after a form post without script. */
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

/** A letter in an envelope, with a tick when sent. Decoration. */
export function LetterMark({ sent = false, className }: { sent?: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 180 132" className={className} fill="none" aria-hidden="true">
      <rect x="6" y="98" width="168" height="30" rx="15" fill="#FCF0DC" />
      <g strokeLinejoin="round" strokeLinecap="round">
        <g transform="rotate(-4 90 60)">
          <rect
            x="46"
            y="8"
            width="90"
            height="92"
            rx="5"
            fill="#fff"
            stroke="#E7DAC2"
            strokeWidth="2"
          />
          {sent ? (
            <path d="M70 36c6 4 10 9 14 16 7-18 15-29 28-39" stroke="#0E6B63" strokeWidth="8" />
          ) : (
            <>
              <path d="M59 24h34" stroke="#55607A" strokeWidth="4" />
              <path d="M59 38h62M59 50h48" stroke="#CFE4F7" strokeWidth="5" />
            </>
          )}
        </g>
        <g stroke="#20283A" strokeWidth="3">
          <path d="M32 58 L90 92 L148 58 V112 a6 6 0 0 1-6 6 H38 a6 6 0 0 1-6-6Z" fill="#FBDD9C" />
          <path d="M33 115 76 84M147 115 104 84" />
        </g>
        <circle cx="90" cy="96" r="8.5" fill="#C43D1B" stroke="#20283A" strokeWidth="3" />
      </g>
    </svg>
  );
}
