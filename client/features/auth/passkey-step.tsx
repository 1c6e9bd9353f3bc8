import { Button, ButtonLink } from "../../components/button.tsx";
import { NEW_LOGIN } from "../../../server/contract/sign-in.ts";
import { passkeyWords as words } from "../../content/passkeys.ts";
import { loginWords } from "../../content/login.ts";
import { signInApi } from "../../lib/sign-in-api.ts";
import { readableMessage } from "../../lib/answer.ts";
import { LoginBanners, LoginLayout } from "./login-layout.tsx";
import { isWaiting } from "./login-state.ts";
import { type Login, useLogin } from "./use-login.ts";

/** Signs in with a passkey, then opens `path`. Does nothing while another request is running. */
async function signInByPasskey({ state, dispatch, onSignedIn }: Login, path: string) {
  if (isWaiting(state)) return;
  dispatch({ type: "start", busy: "passkey" });
  try {
    const { authenticateWithPasskey } = await import("../../lib/passkey.ts");
    onSignedIn(await authenticateWithPasskey(), path);
  } catch (error) {
    dispatch({ type: "fail", problem: { text: readableMessage(error) } });
  }
}

type StepProps = {
  login: Login;
  /** Path to open after signing in. */
  target: string;
};

/** Link-like button of the sign-in page that signs an administrator in without a code. */
export function PasskeyLink({ login, target }: StepProps) {
  return (
    <p className="needs-script">
      {words.question}{" "}
      <button
        type="button"
        className="link"
        aria-disabled={isWaiting(login.state) || undefined}
        onClick={() => void signInByPasskey(login, target)}
      >
        {words.signIn}
      </button>
    </p>
  );
}

/** Second step of an administrator's sign-in, after the code. */
export function PasskeyPage({ email, target }: { email: string; target: string }) {
  const login = useLogin({ start: NEW_LOGIN, target, send: signInApi.sendCode });
  const { state } = login;
  return (
    <LoginLayout heading={loginWords.heading} lead={words.lead}>
      <LoginBanners problem={state.problem} success={state.success} />
      <p className="wrap-anywhere">
        {words.signedInAs} <strong className="font-semibold">{email}</strong>
      </p>
      <Button
        look="main"
        className="needs-script mt-5 w-full"
        aria-disabled={isWaiting(state) || undefined}
        onClick={() => void signInByPasskey(login, target)}
      >
        {state.busy === "passkey" ? words.checking : words.use}
      </Button>
      <ButtonLink look="plain" href="/account" className="mt-2 w-full">
        {words.account}
      </ButtonLink>
      <div className="mt-3 space-y-2 border-t border-line pt-4 text-sm text-ink-2">
        <p>{words.elsewhere}</p>
        <p>{words.lost}</p>
      </div>
    </LoginLayout>
  );
}
