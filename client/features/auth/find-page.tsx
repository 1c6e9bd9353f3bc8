import type { LoginStart } from "../../../server/contract/sign-in.ts";
import { loginPathTo } from "../../../server/contract/paths.ts";
import { TextLink } from "../../components/page-link.tsx";
import { findWords } from "../../content/login.ts";
import { signInApi } from "../../lib/sign-in-api.ts";
import { CodeForm } from "./code-form.tsx";
import { CookieWarning, LoginBanners, LoginLayout } from "./login-layout.tsx";
import { useLogin } from "./use-login.ts";

const ACTION = "/orders/find";
const TARGET = "/account";

/** Finds orders by email: an emailed code signs in to the account. */
export function FindPage({ start }: { start: LoginStart }) {
  const login = useLogin({ start, target: TARGET, send: signInApi.findOrders });
  const { problem, success } = login.state;
  const below = (
    <p className="mt-5 text-sm">
      <TextLink to={loginPathTo(TARGET)}>{findWords.signIn}</TextLink>
    </p>
  );
  return (
    <LoginLayout heading={findWords.heading} lead={findWords.lead} below={below}>
      <LoginBanners problem={problem} success={success} />
      <CookieWarning />
      <CodeForm
        login={login}
        action={ACTION}
        words={{ ...findWords, codeHint: findWords.sent }}
        help={
          <p>
            {findWords.nothing} <TextLink to="/contact">{findWords.contact}</TextLink>
          </p>
        }
      />
    </LoginLayout>
  );
}
