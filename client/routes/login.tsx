import {
  CODE_FIELD,
  EMAIL_FIELD,
  NEW_LOGIN,
  SIGNED_OUT_PARAM,
} from "../../server/contract/sign-in.ts";
import { loginPathTo } from "../../server/contract/paths.ts";
import { returnPathOf } from "../../server/contract/local-paths.ts";
import { definePage } from "../app/page.ts";
import { loginWords } from "../content/login.ts";
import { PasskeyPage } from "../features/auth/passkey-step.tsx";
import { KeyPage, LoginPage } from "../features/auth/login-page.tsx";

export const page = definePage<"/login">({
  facts: { title: () => loginWords.title, personal: true, untracked: true, urgent: true },
  frame: "site-back-home",
  // After a sign-out, the page opens without a connection.
  inPlace: async (ask, { search }) =>
    search[SIGNED_OUT_PARAM] ? { start: NEW_LOGIN, adminEmail: undefined } : ask(),
  show: ({ start, adminEmail }, { search }) => {
    const { [EMAIL_FIELD]: email, [CODE_FIELD]: otp } = search;
    const target = returnPathOf(search);
    const action = loginPathTo(target);
    if (email && otp) return <KeyPage email={email} otp={otp} action={action} />;
    if (adminEmail) return <PasskeyPage email={adminEmail} target={target} />;
    return <LoginPage start={start} target={target} action={action} />;
  },
});
