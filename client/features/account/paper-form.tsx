import { PAPER_NAMES } from "../../../server/contract/files.ts";
import type { Paper } from "../../../server/contract/site.ts";
import { Button } from "../../components/button.tsx";
import { accountWords } from "../../content/account.ts";
import { Block } from "./account-frame.tsx";

const words = accountWords.paper;
const CHOICES = [
  { value: "a4", name: PAPER_NAMES.a4 },
  { value: "letter", name: PAPER_NAMES.letter },
  { value: "both", name: null },
];

/** Chooses the paper size of mails and ZIP files; works without JavaScript. */
export function PaperForm({ paper }: { paper: Paper | null }) {
  return (
    <Block heading={words.heading} className="print:hidden">
      <form method="post" action="/account/paper" className="mt-2">
        <fieldset>
          <legend className="text-sm text-ink-2">{words.text}</legend>
          <div className="mt-2 flex flex-wrap gap-x-5">
            {CHOICES.map(({ value, name }) => (
              <label key={value} className="flex min-h-11 items-center gap-2">
                <input
                  type="radio"
                  name="paper"
                  value={value}
                  defaultChecked={value === (paper ?? "both")}
                  className="size-5 accent-teal"
                />
                {name ?? words.both}
              </label>
            ))}
          </div>
        </fieldset>
        <Button type="submit" look="quiet" className="mt-2 w-full">
          {words.save}
        </Button>
      </form>
    </Block>
  );
}
