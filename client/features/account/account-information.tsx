import type { EmailChangeStart } from "../../../server/contract/email-change.ts";
import type { CurrentUser } from "../../../server/contract/sign-in.ts";
import { Fact } from "../../components/fact.tsx";
import { accountWords } from "../../content/account.ts";
import { Block } from "./account-frame.tsx";
import { EmailForm } from "./email-form.tsx";

type InformationBlockProps = {
  user: CurrentUser;
  emailChange: EmailChangeStart | undefined;
  /** Whether the email was changed just now. */
  emailChanged: boolean;
  hasSubscription: boolean;
};

/** Email and name of the account, and the form that changes the email. */
export function InformationBlock({
  user,
  emailChange,
  emailChanged,
  hasSubscription,
}: InformationBlockProps) {
  const words = accountWords.information;
  return (
    <Block heading={words.heading}>
      <dl className="mt-3 space-y-2.5">
        {(["email", "name"] as const).map(
          (field) =>
            user[field] && (
              <Fact key={field} name={words[field]} className="font-semibold wrap-anywhere">
                {user[field]}
              </Fact>
            ),
        )}
      </dl>
      <EmailForm
        current={user.email}
        start={emailChange}
        isDone={emailChanged}
        hasSubscription={hasSubscription}
      />
    </Block>
  );
}
