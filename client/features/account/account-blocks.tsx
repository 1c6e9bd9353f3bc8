import { type ReactNode, useId } from "react";
import type { CurrentUser } from "../../../server/contract/auth.ts";
import { ButtonLink } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Fact } from "../../components/fact.tsx";
import { accountWords } from "../../content/account.ts";
import { useSite } from "../../lib/use-site.ts";

type BlockProps = { heading: string; className?: string; children: ReactNode };

/** One of the smaller cards beside the purchases. */
export function Block({ heading, className = "", children }: BlockProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className={`min-w-0 px-5 py-5 ${className}`}>
      <h2 id={id} className="text-xl">
        {heading}
      </h2>
      {children}
    </Card>
  );
}

const VALUE = "font-semibold wrap-anywhere";

/** Who is signed in. */
export function InformationBlock({ user: { email, name } }: { user: CurrentUser }) {
  const words = accountWords.information;
  return (
    <Block heading={words.heading}>
      <dl className="mt-3 space-y-2.5">
        {email && (
          <Fact name={words.email} className={VALUE}>
            {email}
          </Fact>
        )}
        {name && (
          <Fact name={words.name} className={VALUE}>
            {name}
          </Fact>
        )}
      </dl>
    </Block>
  );
}

/** Where to ask. */
export function HelpBlock() {
  const { supportEmail } = useSite();
  const words = accountWords.help;
  return (
    <Block heading={words.heading} className="print:hidden">
      <p className="mt-2 text-sm text-ink-2">{words.text}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-2">
        <ButtonLink look="quiet" href="/contact">
          {words.contact}
        </ButtonLink>
        <ButtonLink look="plain" href={`mailto:${supportEmail}`}>
          {words.email}
        </ButtonLink>
      </div>
    </Block>
  );
}
