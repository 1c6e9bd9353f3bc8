import type { ReactNode } from "react";
import { CrayonTick } from "../../components/crayon-marks.tsx";
import type { LoginState } from "./login-state.ts";

/** Ties a field to what the banner says about it. */
export const PROBLEM_ID = "login-problem";

type LoginBannersProps = Pick<LoginState, "problem" | "success"> & {
  /** A way on from the problem. */
  children?: ReactNode;
};

/** What has just happened: red when it failed, green when it worked. Announced when it changes. */
export function LoginBanners({ problem, success, children }: LoginBannersProps) {
  return (
    <>
      {/* Always there: a live region that arrives with its text is not read out. */}
      <div role="status">
        {success && (
          <p className="mb-5 flex gap-3 rounded-control bg-teal-2 px-4 py-3 text-base font-semibold text-teal">
            <CrayonTick className="mt-0.5 size-5 shrink-0" />
            {success}
          </p>
        )}
      </div>
      <div role="alert">
        {problem && (
          <div className="mb-5 rounded-control border-2 border-danger bg-danger-2 px-4 py-3 text-base text-danger">
            <div id={PROBLEM_ID}>
              <p className="font-semibold">{problem.text}</p>
              {problem.reason && <p className="mt-0.5 text-sm">{problem.reason}</p>}
              {problem.hint && <p className="mt-0.5 text-sm">{problem.hint}</p>}
            </div>
            {children}
          </div>
        )}
      </div>
    </>
  );
}
