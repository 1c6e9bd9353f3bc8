import { loginPathTo } from "../../server/contract/paths.ts";
import { pageWords } from "../content/pages.ts";
import { fileNotFoundWords as fileWords, notFoundWords } from "../content/unavailable.ts";
import { useHasPacks, usePage, useSite } from "../lib/page-context.ts";
import { ButtonLink, ButtonRoute } from "./button.tsx";
import { Actions, Notice } from "./notice.tsx";
import { SiteFrame } from "./site-frame.tsx";

/** 404 page. For a file URL it explains how to get the files. */
export function NotFoundPage() {
  const isFile = usePage().pathname.startsWith("/files/");
  const { title, text } = isFile ? fileWords : { ...pageWords.notFound, ...notFoundWords };
  return (
    <SiteFrame>
      <Notice heading={title} mark={<LostSheet className="mb-6 h-36 w-auto" />}>
        <p className="mt-4 text-ink-2">{text}</p>
        <Actions>{isFile ? <WaysToFiles /> : <WaysHome />}</Actions>
      </Notice>
    </SiteFrame>
  );
}

function WaysHome() {
  return (
    <>
      <ButtonRoute to="/" look="main">
        {pageWords.home}
      </ButtonRoute>
      {useHasPacks() && <ButtonLink href="/#pricing">{notFoundWords.pricing}</ButtonLink>}
    </>
  );
}

function WaysToFiles() {
  const { supportEmail } = useSite();
  return (
    <>
      <ButtonLink href={loginPathTo("/account")} look="main">
        {fileWords.signIn}
      </ButtonLink>
      <ButtonRoute to="/orders/find">{fileWords.find}</ButtonRoute>
      <ButtonLink href={`mailto:${supportEmail}`} look="plain">
        {fileWords.support}
      </ButtonLink>
    </>
  );
}

/** A worksheet with a dotted path. Decoration. */
function LostSheet({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 180 150" className={className} fill="none" aria-hidden="true">
      <rect x="4" y="96" width="172" height="50" rx="25" fill="#FCF0DC" />
      <g transform="rotate(-7 78 74)">
        <rect
          x="34"
          y="8"
          width="92"
          height="124"
          rx="6"
          fill="#fff"
          stroke="#E7DAC2"
          strokeWidth="2"
        />
        <g stroke="#20283A" strokeWidth="3.5" strokeLinecap="round">
          <path d="M48 24h34" stroke="#55607A" />
          <path d="M50 112c-4-26 30-14 26-38s34-22 30-4" strokeDasharray="0.5 8" />
        </g>
        <circle cx="51" cy="114" r="7" fill="#F6BE4B" stroke="#20283A" strokeWidth="3" />
      </g>
      <path
        d="M118 76c6 14 20 16 34 6"
        stroke="#C43D1B"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="0.5 9"
      />
      <path
        d="M155 62c0-9 14-9 14 0 0 7-7 7-7 14"
        stroke="#20283A"
        strokeWidth="4.5"
        strokeLinecap="round"
      />
      <circle cx="162" cy="86" r="3" fill="#20283A" />
    </svg>
  );
}
