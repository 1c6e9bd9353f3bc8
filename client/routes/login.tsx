import { createFileRoute } from "@tanstack/react-router";
import { CODE_FIELD, EMAIL_FIELD } from "../../server/contract/login.ts";
import { loginPathTo, type ReturnParams, returnPathOf } from "../../server/contract/return-path.ts";
import { SiteFrame } from "../components/site-frame.tsx";
import { loginWords } from "../content/login.ts";
import { KeyPage, type SignInKey } from "../features/auth/key-page.tsx";
import { LoginPage } from "../features/auth/login-page.tsx";
import { readReturnParams, refuseSignedIn } from "../lib/guards.ts";
import { textParam } from "../lib/search.ts";

export const Route = createFileRoute("/login")({
  staticData: { title: loginWords.title, personal: true },
  validateSearch: (search): ReturnParams & Partial<SignInKey> => ({
    ...readReturnParams(search),
    email: textParam(search[EMAIL_FIELD]),
    otp: textParam(search[CODE_FIELD]),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { source }, deps }) => {
    await refuseSignedIn(source, deps);
    return source.openLogin();
  },
  component: Login,
});

function Login() {
  const { email, otp, ...wanted } = Route.useSearch();
  const start = Route.useLoaderData();
  const target = returnPathOf(wanted);
  const action = loginPathTo(target);
  return (
    <SiteFrame backHome>
      {email && otp ? (
        <KeyPage email={email} otp={otp} action={action} />
      ) : (
        <LoginPage start={start} target={target} action={action} />
      )}
    </SiteFrame>
  );
}
