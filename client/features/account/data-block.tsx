import { DELETION_PATH } from "../../../server/contract/account-deletion.ts";
import { ButtonLink } from "../../components/button.tsx";
import { accountDataWords as words } from "../../content/account-data.ts";
import { Block } from "./account-frame.tsx";

/** Download of the user's data, and the way to delete the account. */
export function DataBlock() {
  return (
    <Block heading={words.heading} className="print:hidden">
      <p className="mt-2 text-sm text-ink-2">{words.text}</p>
      <ButtonLink look="quiet" className="mt-4 w-full" href="/api/account/data" download>
        {words.download}
      </ButtonLink>
      <ButtonLink look="plain" className="-mx-3 mt-1" href={DELETION_PATH}>
        {words.delete}
      </ButtonLink>
    </Block>
  );
}
