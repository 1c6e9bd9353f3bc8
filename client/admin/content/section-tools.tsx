import { ArrowDown, ArrowUp, Eye, EyeOff } from "lucide-react";
import { neighborOf } from "../../../server/contract/section-order.ts";
import type { SectionName } from "../../../server/contract/sections.ts";
import { contentWords as words } from "../../content/admin-content.ts";
import { ToolButton } from "../ui/controls.tsx";
import type { Sections } from "./use-sections.ts";

type SectionToolsProps = {
  name: SectionName;
  title: string;
  sections: Sections;
  /** Whether the owner has replaced a text or picture of the section. */
  hasOwnTexts: boolean;
};

/** Buttons that hide, show and move a section. They are never disabled, so they keep the focus. */
export function SectionTools({ name, title, sections, hasOwnTexts }: SectionToolsProps) {
  const { list, toggle, place: placeAt, isOff, isWaiting } = sections;
  const shown = list.filter(({ isHidden }) => !isHidden);
  const place = shown.findIndex((section) => section.name === name);
  const isHidden = place < 0;
  const isLast = !isHidden && shown.length === 1;
  return (
    <div className="mb-3">
      <div role="group" aria-label={words.section(title)} className="flex flex-wrap gap-2">
        <ToolButton
          icon={isHidden ? Eye : EyeOff}
          aria-disabled={isLast}
          title={isLast ? words.lastSection : undefined}
          onClick={() => !isLast && toggle(name, !isHidden)}
        >
          {isHidden ? words.show : words.hide}
        </ToolButton>
        {([-1, 1] as const).map((step) => {
          const neighbor = neighborOf(list, name, step);
          return (
            <ToolButton
              key={step}
              icon={step < 0 ? ArrowUp : ArrowDown}
              aria-disabled={!neighbor}
              onClick={() => neighbor && placeAt(name, neighbor)}
            >
              {step < 0 ? words.moveUp : words.moveDown}
            </ToolButton>
          );
        })}
      </div>
      <p role="status" className="mt-1.5 text-ink-2">
        {isHidden ? words.isHidden : words.placeOf(place + 1, shown.length)}
        {isWaiting && ` ${words.waiting}.`}
      </p>
      {isHidden && !hasOwnTexts && (
        <p className="mt-1 rounded-sheet border border-sun px-3 py-2">{words.readFirst}</p>
      )}
      {!isHidden && isOff(name) && <p className="mt-1 text-ink-2">{words.testimonialsOff}</p>}
    </div>
  );
}
