import { Link } from "@tanstack/react-router";
import type { LoginStart } from "../../../server/contract/login.ts";
import { Button } from "../../components/button.tsx";
import { loginWords } from "../../content/login.ts";
import { api } from "../../lib/api.ts";
import { useSite } from "../../lib/use-site.ts";
import { CodeForm } from "./code-form.tsx";
import { CookieWarning } from "./cookie-warning.tsx";
import { LoginBanners } from "./login-banners.tsx";
import { LoginLayout } from "./login-layout.tsx";
import { isWaiting } from "./login-state.ts";
import { ProviderButton } from "./provider-button.tsx";
import { useCodeLogin } from "./use-code-login.ts";
import { useExternalLogin } from "./use-external-login.ts";
import { useLogin } from "./use-login.ts";

type LoginPageProps = {
  start: LoginStart;
  /** Where the visitor goes once signed in; a path of this site. */
  target: string;
  /** This page's own address, with the way back in it. */
  action: string;
};

/** Signing in: with the external login, or with a code by email. */
export function LoginPage({ start, target, action }: LoginPageProps) {
  const { login: provider } = useSite();
  const { state, dispatch, onSignedIn } = useLogin(start, target);
  const external = useExternalLogin({ provider, dispatch, target, onSignedIn });
  const { form, ...login } = useCodeLogin({ state, dispatch, send: api.sendCode, onSignedIn });
  const atStart = state.step === "email";

  return (
    <LoginLayout heading={loginWords.heading} lead={loginWords.lead} below={<Below />}>
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
          onPress={external.continueWithProvider}
        />
      )}
      <CodeForm
        form={form}
        state={state}
        dispatch={dispatch}
        login={login}
        action={action}
        words={loginWords}
        main
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
        <Link className="link" to="/terms">
          {loginWords.terms}
        </Link>{" "}
        {loginWords.legalAnd}{" "}
        <Link className="link" to="/privacy">
          {loginWords.privacy}
        </Link>
        .
      </p>
    </div>
  );
}
