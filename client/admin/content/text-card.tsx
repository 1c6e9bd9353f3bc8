import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { readOwnPicture } from "../../../server/contract/own-picture.ts";
import { contentWords as words } from "../../content/admin-content.ts";
import { useUnfinished } from "../data/admin-context.ts";
import { ToolButton } from "../ui/controls.tsx";
import { useWrites } from "../data/use-writes.tsx";
import { EditButton, EditCard } from "./edit-card.tsx";
import type { ShownText } from "./content-rules.ts";
import { PictureView } from "./picture-editor.tsx";
import { isDraftOf } from "./text-editor.tsx";
import { TEXTS, type TextRow } from "./use-text-rows.ts";

type TextCardProps = {
  text: ShownText;
  stored: TextRow | undefined;
  /** Whether to show the text's place, as in search results. */
  hasPlace: boolean;
  /** Whether a setting hides the text from visitors. */
  isOff: boolean;
  /** Whether the editor of this text was just closed. */
  isReturned: boolean;
  onEdit: () => void;
  /** The editor in place of the text; false while closed. */
  editor: ReactNode;
};

/** One text or picture: its current value, its default and its editor. */
export function TextCard({ text, stored, hasPlace, isOff, editor, ...rest }: TextCardProps) {
  const { label, place, group } = text;
  const isOpen = editor !== false;
  return (
    <EditCard isOpen={isOpen}>
      {hasPlace && (
        <p className="text-ink-2">
          {place} · {group}
        </p>
      )}
      <div className="flex min-h-8 flex-wrap items-center gap-x-2">
        <h4 className="min-w-0 font-sans font-semibold wrap-anywhere">{label}</h4>
        <Marks text={text} stored={stored} isOpen={isOpen} />
        {!isOpen && <EditButton label={label} {...rest} className="ml-auto" />}
      </div>
      {editor || <CurrentValue text={text} stored={stored} />}
      {isOff && <p className="text-ink-2">{words.off}</p>}
      {stored && <Default text={text} stored={stored} isOpen={isOpen} />}
    </EditCard>
  );
}

function CurrentValue({ text, stored }: Pick<TextCardProps, "text" | "stored">) {
  if (text.picture !== undefined) {
    return <PictureView picture={text.picture} own={readOwnPicture(stored?.value)} />;
  }
  return (
    <p className="line-clamp-5 wrap-anywhere whitespace-pre-wrap" dir="auto">
      {stored?.value ?? text.default}
    </p>
  );
}

type MarksProps = Pick<TextCardProps, "text" | "stored"> & { isOpen: boolean };

function Marks({ text, stored, isOpen }: MarksProps) {
  const hasDraft = useUnfinished(TEXTS).some(isDraftOf(text, stored?.row));
  const marks = [
    stored && words.changed,
    stored?.isWaiting && words.waiting,
    hasDraft && !isOpen && words.unfinished,
  ].filter((mark) => mark !== undefined && mark !== false);
  return marks.map((mark) => <Mark key={mark}>{mark}</Mark>);
}

/** State of a text or row, such as "Not sent yet". */
export function Mark({ children }: { children: string }) {
  return (
    <span className="rounded-full bg-teal-2 px-2 py-px font-semibold text-teal">{children}</span>
  );
}

type DefaultProps = { text: ShownText; stored: TextRow; isOpen: boolean };

/** The default of a replaced text, with the button that restores it. */
function Default({ text, stored, isOpen }: DefaultProps) {
  const { label } = text;
  const { row } = stored;
  const { saveWithoutForm } = useWrites();
  const reset = () => {
    const { id, version } = row;
    const write = { kind: "delete", table: TEXTS, row: id, label, version } as const;
    void saveWithoutForm(write, words.isDefault(label));
  };
  return (
    <div className="mt-2 border-t border-line pt-2 text-ink-2">
      {text.picture === undefined && (
        <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
          <span className="font-semibold">{words.default}:</span> {text.default}
        </p>
      )}
      {!isOpen && (
        <ToolButton
          look="plain"
          icon={RotateCcw}
          aria-label={words.toDefaultOf(label)}
          onClick={reset}
          className="relative -ml-2.5"
        >
          {words.toDefault}
        </ToolButton>
      )}
    </div>
  );
}
