import type { ReactNode } from "react";
import { Alert } from "../../components/notice.tsx";
import { Card } from "../../components/card.tsx";
import { CrayonTick } from "../../components/crayon.tsx";
import { ReplaceablePicture, useHasPicture } from "../../components/replaceable-picture.tsx";
import { loginPictures } from "../../content/pictures.ts";
import { loginWords } from "../../content/login.ts";
import { useBrowserValue } from "../../lib/use-browser-value.ts";
import type { LoginState } from "./login-state.ts";

const PICTURE = "premium-pack-table";

type LoginLayoutProps = { heading: string; lead: string; children: ReactNode; below?: ReactNode };

/** Layout of a page with one short form, next to a picture of the printables. */
export function LoginLayout({ heading, lead, children, below }: LoginLayoutProps) {
  const hasPicture = useHasPicture()(PICTURE);
  return (
    <div
      className={`column grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 py-10 sm:py-14 lg:min-h-[38rem] lg:gap-x-16 ${hasPicture ? "md:grid-cols-[minmax(0,27rem)_minmax(0,1fr)]" : "md:grid-cols-[minmax(0,27rem)] md:justify-center"}`}
    >
      <div className="w-full max-w-[27rem]">
        <h1 className="text-4xl">{heading}</h1>
        <p className="mt-3 text-ink-2">{lead}</p>
        <Card raised className="mt-7 px-5 py-6 sm:px-7 sm:py-7">
          {children}
        </Card>
        {below}
      </div>
      {hasPicture && (
        <div className="hidden justify-self-center pt-4 md:block">
          <ReplaceablePicture
            from={loginPictures}
            name={PICTURE}
            sizes="(width >= 64rem) 30rem, 15rem"
            alt=""
            className="h-auto w-full max-w-[30rem]"
          />
        </div>
      )}
    </div>
  );
}

/** Element id of the problem text, for `aria-describedby`. */
export const PROBLEM_ID = "login-problem";

type LoginBannersProps = Pick<LoginState, "problem" | "success"> & {
  /** Action that resolves the error. */
  children?: ReactNode;
};

/** Error and success banners, announced when they change. */
export function LoginBanners({ problem, success, children }: LoginBannersProps) {
  return (
    <>
      {/* Always rendered: screen readers skip a live region that appears with its text. */}
      <div role="status">
        {success && (
          <Alert
            tone="done"
            className="mb-5 flex gap-3 px-4 py-3 text-base font-semibold text-teal"
          >
            <CrayonTick className="mt-0.5 size-5 shrink-0" />
            {success}
          </Alert>
        )}
      </div>
      <div role="alert">
        {problem && (
          <Alert as="div" tone="danger" className="mb-5 px-4 py-3 text-base text-danger">
            <div id={PROBLEM_ID}>
              <p className="font-semibold">{problem.text}</p>
              {problem.reason && <p className="mt-0.5 text-sm">{problem.reason}</p>}
              {problem.hint && <p className="mt-0.5 text-sm">{problem.hint}</p>}
            </div>
            {children}
          </Alert>
        )}
      </div>
    </>
  );
}

export function CookieWarning() {
  const allowed = useBrowserValue(() => navigator.cookieEnabled, true);
  if (allowed) return null;
  return (
    <Alert tone="note" role="alert" className="mb-5 px-4 py-3 text-base">
      {loginWords.noCookies}
    </Alert>
  );
}
