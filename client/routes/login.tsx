import { CODE_FIELD, EMAIL_FIELD, SIGNED_OUT_PARAM } from "../../server/contract/sign-in.ts";
import { loginPathTo, returnPathOf } from "../../server/contract/paths.ts";
import { definePage } from "../app/page.ts";
import { loginWords } from "../content/login.ts";
import { PasskeyPage } from "../features/auth/passkey-step.tsx";
import { KeyPage, LoginPage, refuseSignedIn } from "../features/auth/login-page.tsx";

export const page = definePage({
  facts: { title: () => loginWords.title, personal: true, untracked: true, urgent: true },
  frame: "site-back-home",
  async load({ source, search }) {
    // After an offline sign-out the server may still have the session, so do not redirect.
    const email = search[SIGNED_OUT_PARAM] ? undefined : await refuseSignedIn(source, search);
    return { start: await source.openLogin(), adminEmail: email };
  },
  show: ({ start, adminEmail }, { search }) => {
    const { [EMAIL_FIELD]: email, [CODE_FIELD]: otp } = search;
    const target = returnPathOf(search);
    const action = loginPathTo(target);
    if (email && otp) return <KeyPage email={email} otp={otp} action={action} />;
    if (adminEmail) return <PasskeyPage email={adminEmail} target={target} />;
    return <LoginPage start={start} target={target} action={action} />;
  },
});
