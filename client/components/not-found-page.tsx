import { loginPathTo } from "../../server/contract/return-path.ts";
import { pageWords } from "../content/pages.ts";
import { usePage } from "../lib/page-context.ts";
import { useSite } from "../lib/use-site.ts";
import { ButtonLink, ButtonRoute } from "./button.tsx";
import { LostSheet } from "./lost-sheet.tsx";
import { Actions, Notice } from "./notice.tsx";
import { SiteFrame } from "./site-frame.tsx";

/** The answer to an address that leads nowhere; a refused file link says what to do about it. */
export function NotFoundPage() {
  const isFile = usePage().pathname.startsWith("/files/");
  const { title, text } = isFile ? pageWords.fileNotFound : pageWords.notFound;
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
        {pageWords.notFound.home}
      </ButtonRoute>
      <ButtonLink href="/#pricing">{pageWords.notFound.pricing}</ButtonLink>
    </>
  );
}

/** The files are in the account, whatever has become of the link; a person helps with the rest. */
function WaysToFiles() {
  const { supportEmail } = useSite();
  return (
    <>
      <ButtonLink href={loginPathTo("/account")} look="main">
        {pageWords.fileNotFound.signIn}
      </ButtonLink>
      <ButtonRoute to="/orders/find">{pageWords.fileNotFound.find}</ButtonRoute>
      <ButtonLink href={`mailto:${supportEmail}`} look="plain">
        {pageWords.fileNotFound.support}
      </ButtonLink>
    </>
  );
}
