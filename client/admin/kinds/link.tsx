import { ExternalLink } from "lucide-react";
import { FORMATS } from "../../../server/contract/formats.ts";
import { fieldWording } from "../../../server/contract/field-validation.ts";
import { linkWords as words } from "../../content/admin-parts.ts";
import { lineInput } from "./controls.tsx";
import type { FieldKind, FieldPart, Filled } from "./field-kind.ts";
import { plainText, text } from "./text.tsx";

const NEW_TAB = { target: "_blank", rel: "noreferrer" } as const;

/** Whether a value is an http address or a path of this site, so that a link to it is safe. */
const isLink = (value: string) => FORMATS.url.findFault(value, fieldWording) === undefined;

function LinkCell({ value }: { value: Filled }) {
  const url = plainText(value);
  if (!isLink(url)) return url;
  return (
    <a
      {...NEW_TAB}
      href={url}
      title={url}
      tabIndex={-1}
      className="text-teal underline-offset-4 hover:underline"
    >
      {url.replace(/^https?:\/\//, "")}
    </a>
  );
}

const Line = lineInput({ inputMode: "url", autoCapitalize: "none", spellCheck: false });

function LinkInput(part: FieldPart) {
  const url = part.value === null ? "" : plainText(part.value).trim();
  return (
    <span className="flex items-center gap-1.5">
      <Line {...part} />
      {url !== "" && isLink(url) && (
        <a
          {...NEW_TAB}
          href={url}
          aria-label={words.open(part.field.title)}
          title={words.open(part.field.title)}
          className="inline-flex size-8 shrink-0 items-center justify-center rounded-sheet text-ink-2 hover:bg-paper-2 hover:text-ink"
        >
          <ExternalLink aria-hidden="true" className="size-4" />
        </a>
      )}
    </span>
  );
}

/** Address that opens in a new tab. */
export const link: FieldKind = { ...text, Cell: LinkCell, Input: LinkInput, width: 200 };
