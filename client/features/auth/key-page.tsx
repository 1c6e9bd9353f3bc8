import { CODE_FIELD, EMAIL_FIELD } from "../../../server/contract/login.ts";
import { Button } from "../../components/button.tsx";
import { loginWords } from "../../content/login.ts";
import { LoginLayout } from "./login-layout.tsx";

/** What the link of a mail names: an address, and the key that signs it in. */
type SignInKey = { email: string; otp: string };

/** The end of a mailed link: opening it changes nothing, the button signs in. */
export function KeyPage({ email, otp, action }: SignInKey & { action: string }) {
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
