import type { CurrentUser } from "../../../server/contract/sign-in.ts";
import { Fact } from "../../components/fact.tsx";
import { accountWords } from "../../content/account.ts";
import { Block } from "./account-frame.tsx";

/** Email and name of the account. */
export function InformationBlock({ user }: { user: CurrentUser }) {
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
    </Block>
  );
}
