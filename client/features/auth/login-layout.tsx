import type { ReactNode } from "react";
import { Picture } from "../../components/picture.tsx";

type LoginLayoutProps = { heading: string; lead: string; children: ReactNode; below?: ReactNode };

/** A page with one short form: the words and the form, and beside them what it opens. */
export function LoginLayout({ heading, lead, children, below }: LoginLayoutProps) {
  return (
    <div className="column grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 py-10 sm:py-14 md:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] lg:min-h-[38rem] lg:gap-x-16">
      <div className="w-full max-w-[27rem]">
        <h1 className="text-4xl">{heading}</h1>
        <p className="mt-3 text-ink-2">{lead}</p>
        <div className="mt-7 rounded-card border border-line bg-card px-5 py-6 shadow-paper sm:px-7 sm:py-7">
          {children}
        </div>
        {below}
      </div>
      <div className="hidden justify-self-center pt-4 md:block">
        <Picture
          name="premium-pack-table"
          sizes="(width >= 64rem) 30rem, 15rem"
          alt=""
          className="h-auto w-full max-w-[30rem]"
        />
      </div>
    </div>
  );
}
