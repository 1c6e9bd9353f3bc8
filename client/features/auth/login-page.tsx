import { type ComponentProps, useEffect, useRef, useState } from "react";
import {
  CODE_FIELD,
  EMAIL_FIELD,
  type LoginStart,
  SIGNED_OUT_PARAM,
} from "../../../server/contract/sign-in.ts";
import { fill } from "../../../server/contract/words.ts";
import { Button } from "../../components/button.tsx";
import { Alert } from "../../components/notice.tsx";
import { TextLink } from "../../components/page-link.tsx";
import { loginWords } from "../../content/login.ts";
import { signInApi } from "../../lib/sign-in-api.ts";
import { useSite } from "../../lib/page-context.ts";
import {
  isSignOutPending,
  notifyTabs,
  sendPendingSignOut,
  type SignOutStatus,
} from "../../lib/session.ts";
import { CodeForm } from "./code-form.tsx";
import { CookieWarning, LoginBanners, LoginLayout } from "./login-layout.tsx";
import { isWaiting } from "./login-state.ts";
import { PasskeyLink } from "./passkey-step.tsx";
import { useExternalLogin } from "./use-external-login.ts";
import { useLogin } from "./use-login.ts";

type LoginPageProps = {
  start: LoginStart;
  /** Path to open after signing in, on this site. */
  target: string;
  /** Form action: the URL of this page, including `target`. */
  action: string;
};

/** Sign-in page: external login, or a code by email. */
export function LoginPage({ start, target, action }: LoginPageProps) {
  const { login: provider } = useSite();
  const login = useLogin({ start, target, send: signInApi.sendCode });
  const { state, dispatch, onSignedIn } = login;
  const external = useExternalLogin({ provider, dispatch, target, onSignedIn });
  const atStart = state.step === "email";
  const waiting = isWaiting(state);

  return (
    <LoginLayout
      heading={loginWords.heading}
      lead={loginWords.lead}
      below={<Below login={login} target={target} />}
    >
      <SignOutNotice signingIn={waiting || !atStart} />
      <LoginBanners problem={state.problem} success={state.success}>
        {state.problem?.canContinueHere && (
          <Button look="plain" className="-mx-3 -mb-2" onClick={external.continueHere}>
            {loginWords.inThisWindow}
          </Button>
        )}
      </LoginBanners>
      <CookieWarning />
      {provider && atStart && (
        <div className="needs-script">
          <Button
            className="w-full"
            aria-disabled={waiting || undefined}
            onClick={() => waiting || external.continueWithProvider()}
          >
            {state.busy === "provider"
              ? loginWords.signingIn
              : fill(loginWords.continueWith, { provider: provider.name })}
          </Button>
          <p className="my-5 flex items-center gap-4 text-sm text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {loginWords.divider}
          </p>
        </div>
      )}
      <CodeForm
        login={login}
        action={action}
        words={loginWords}
        help={
          <>
            <p>{loginWords.notThere}</p>
            <p>{loginWords.sameBrowser}</p>
          </>
        }
      />
    </LoginLayout>
  );
}

/** Whether a path is in the admin; only administrators have passkeys. */
function isAdminPath(path: string): boolean {
  return /^\/admin(?![^/?])/.test(path);
}

function Below(props: ComponentProps<typeof PasskeyLink>) {
  return (
    <div className="mt-5 space-y-2 text-sm text-ink-2">
      <p>
        {loginWords.findQuestion}{" "}
        <a className="link" href="/orders/find">
          {loginWords.find}
        </a>
      </p>
      <p>
        {loginWords.legal} <TextLink to="/terms">{loginWords.terms}</TextLink> {loginWords.legalAnd}{" "}
        <TextLink to="/privacy">{loginWords.privacy}</TextLink>.
      </p>
      {isAdminPath(props.target) && <PasskeyLink {...props} />}
    </div>
  );
}

/** Landing page of an emailed sign-in link. Opening it has no side effects; the button signs in. */
export function KeyPage({ email, otp, action }: { email: string; otp: string; action: string }) {
  return (
    <LoginLayout heading={loginWords.heading} lead={loginWords.lead}>
      <form method="post" action={action}>
        <p className="wrap-anywhere">
          {loginWords.keyFor} <strong className="font-semibold">{email}</strong>
        </p>
        <input type="hidden" name={EMAIL_FIELD} value={email} />
        <input type="hidden" name={CODE_FIELD} value={otp} />
        <Button type="submit" look="main" className="mt-5 w-full">
          {loginWords.verify}
        </Button>
      </form>
    </LoginLayout>
  );
}

/** Status of a sign-out that could not be sent to the server at once. */
function SignOutNotice({ signingIn }: { signingIn: boolean }) {
  const words = loginWords.signedOut;
  const { status, retry } = usePendingSignOut(signingIn);
  const trying = status === "retrying";
  if (status === "pending") return null;
  return (
    <>
      {status !== "done" && (
        <Alert as="div" tone="note" role="alert" className="mb-6 px-4 pt-3 pb-1 text-base">
          <p className="font-semibold">{words.heading}</p>
          <p className="mt-0.5 text-sm text-ink-2">{words.pending}</p>
          <Button
            look="plain"
            className="-mx-3"
            aria-disabled={trying || undefined}
            onClick={retry}
          >
            {trying ? words.retrying : words.retry}
          </Button>
        </Alert>
      )}
      <div role="status">
        {status === "done" && (
          <Alert tone="note" className="mb-6 px-4 py-3 text-base">
            {words.done}
          </Alert>
        )}
      </div>
    </>
  );
}

/**
 * Sends a pending sign-out to the server. Paused while signing in, because a sign-out replaces the
 * browser id that the code is bound to. Success is reported only after a failed attempt.
 */
function usePendingSignOut(signingIn: boolean): { status: SignOutStatus; retry: () => void } {
  const [status, setStatus] = useState<SignOutStatus>("pending");
  const sender = useRef<ReturnType<typeof sendPendingSignOut>>(undefined);
  useEffect(() => {
    if (signingIn) return;
    if (!isSignOutPending()) dropMark();
    sender.current = sendPendingSignOut(signInApi.logout, (next) => {
      if (next === "done") {
        notifyTabs("signed-out");
        dropMark();
      }
      setStatus((before) => (next === "done" && before === "pending" ? before : next));
    });
    return sender.current.stop;
  }, [signingIn]);
  return { status, retry: () => sender.current?.retry() };
}

/** Removes the URL parameter that suppresses the redirect of signed-in visitors. */
function dropMark(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(SIGNED_OUT_PARAM)) return;
  url.searchParams.delete(SIGNED_OUT_PARAM);
  window.history.replaceState(window.history.state, "", url);
}
