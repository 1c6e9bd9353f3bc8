import { CODE_FIELD, EMAIL_FIELD, type LoginStart } from "../../../server/contract/login.ts";
import type { PageSource } from "../../../server/contract/pages.ts";
import { returnPathOf, type ReturnParams } from "../../../server/contract/paths.ts";
import type { LoginProvider } from "../../../server/contract/site.ts";
import { Button } from "../../components/button.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { loginWords } from "../../content/login.ts";
import { api } from "../../lib/api.ts";
import { Redirect } from "../../lib/page-errors.ts";
import { useSite } from "../../lib/page-context.ts";
import { CodeForm } from "./code-form.tsx";
import { CookieWarning, LoginBanners, LoginLayout } from "./login-layout.tsx";
import { isWaiting } from "./login-state.ts";
import { SignOutNotice } from "./sign-out-notice.tsx";
import { useCodeLogin } from "./use-code-login.ts";
import { useExternalLogin } from "./use-external-login.ts";
import { useLogin } from "./use-login.ts";

/** Redirects a visitor who is already signed in to the target of the sign-in page. */
export async function refuseSignedIn(
  source: Pick<PageSource, "findUser">,
  params: ReturnParams,
): Promise<void> {
  if (await source.findUser()) throw new Redirect(returnPathOf(params));
}

type LoginPageProps = {
  start: LoginStart;
  /** Path of this site to go to after the sign-in. */
  target: string;
  /** URL of this page, `target` included. */
  action: string;
};

/** Sign-in page: external login, or a code by email. */
export function LoginPage({ start, target, action }: LoginPageProps) {
  const { login: provider } = useSite();
  const { state, dispatch, onSignedIn } = useLogin(start, target);
  const external = useExternalLogin({ provider, dispatch, target, onSignedIn });
  const login = useCodeLogin({ state, dispatch, send: api.sendCode, onSignedIn });
  const atStart = state.step === "email";

  return (
    <LoginLayout heading={loginWords.heading} lead={loginWords.lead} below={<Below />}>
      <SignOutNotice signingIn={isWaiting(state) || !atStart} />
      <LoginBanners problem={state.problem} success={state.success}>
        {state.problem?.canContinueHere && (
          <Button look="plain" className="-mx-3 -mb-2" onClick={external.continueHere}>
            {loginWords.inThisWindow}
          </Button>
        )}
      </LoginBanners>
      <CookieWarning />
      {provider && atStart && (
        <ProviderButton
          provider={provider}
          busy={state.busy === "provider"}
          disabled={isWaiting(state)}
          onClick={external.continueWithProvider}
        />
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

function Below() {
  return (
    <div className="mt-5 space-y-2 text-sm text-ink-2">
      <p>
        {loginWords.findQuestion}{" "}
        <a className="link whitespace-nowrap" href="/orders/find">
          {loginWords.find}
        </a>
      </p>
      <p>
        {loginWords.legal}{" "}
        <PageLink className="link" to="/terms">
          {loginWords.terms}
        </PageLink>{" "}
        {loginWords.legalAnd}{" "}
        <PageLink className="link" to="/privacy">
          {loginWords.privacy}
        </PageLink>
        .
      </p>
    </div>
  );
}

type ProviderButtonProps = {
  provider: LoginProvider;
  busy: boolean;
  disabled: boolean;
  onClick: () => void;
};

/** Starts the external login; needs a script. */
function ProviderButton({ provider, busy, disabled, onClick }: ProviderButtonProps) {
  return (
    <div className="needs-script">
      <Button
        className="w-full"
        aria-disabled={disabled || undefined}
        onClick={() => disabled || onClick()}
      >
        {busy ? loginWords.signingIn : loginWords.continueWith(provider.name)}
      </Button>
      <p className="my-5 flex items-center gap-4 text-sm text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {loginWords.divider}
      </p>
    </div>
  );
}

type KeyPageProps = { email: string; otp: string; action: string };

/** Page of a mailed sign-in link. Opening it changes nothing; its button signs in. */
export function KeyPage({ email, otp, action }: KeyPageProps) {
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
