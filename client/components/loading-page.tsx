import { pageWords } from "../content/pages.ts";
import { SiteFrame } from "./site-frame.tsx";
import { Spinner } from "./spinner.tsx";

/** Shown while the code or the data of the next page is on its way. */
export function LoadingPage() {
  return (
    <SiteFrame>
      <div className="column band min-h-[60vh]">
        <Spinner label={pageWords.loading} />
      </div>
    </SiteFrame>
  );
}
