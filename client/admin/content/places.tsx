import { Link } from "@tanstack/react-router";
import { type ComponentProps, useState } from "react";
import type { SectionName } from "../../../server/contract/sections.ts";
import { contentWords as words } from "../../content/admin-content.ts";
import type { TextGroup, TextPlace } from "../../content/text-places.ts";
import { INPUT } from "../ui/controls.tsx";
import type { ShownGroup } from "./content-rules.ts";

const ITEM =
  "flex min-h-8 items-center rounded-sheet px-2.5 py-1 text-ink hover:bg-paper-2 aria-[current]:bg-paper-2 aria-[current]:font-semibold";

type PlacesProps = {
  places: readonly TextPlace[];
  /** Sections of the landing page that visitors don't see. */
  hidden: readonly string[];
  chosen: ShownGroup;
  /** How many texts of a place are replaced, by its title. */
  shares: ReadonlyMap<string, string>;
  isSearch: boolean;
  /** Moves a section to the place of another one. */
  onMove: (moved: SectionName, target: SectionName) => void;
};

/** Navigation of all places; lists the groups of the selected place. */
export function Places({ places, hidden, chosen, shares, isSearch, onMove }: PlacesProps) {
  const dragProps = useDrag(onMove);
  return (
    <nav
      aria-label={words.places}
      className="w-44 shrink-0 overflow-y-auto border-r border-line bg-card px-2 py-3 max-xl:hidden"
    >
      <ul>
        {places.map(({ title, groups }) => (
          <li key={title}>
            {title === chosen.place ? (
              <>
                <p className="flex min-h-8 flex-col justify-center px-2.5 font-semibold">
                  {title} <Share of={shares.get(title)} />
                </p>
                <ul className="mb-2 ml-2.5 border-l border-line pl-1.5">
                  {groups.map((group) => (
                    <li key={group.title} {...dragProps(group.section)}>
                      <Link
                        to="/content"
                        search={{ group: group.title }}
                        aria-current={
                          group.title === chosen.title && !isSearch ? "page" : undefined
                        }
                        className={ITEM}
                      >
                        {titleIn(group, hidden)}
                      </Link>
                    </li>
                  ))}
                </ul>
              </>
            ) : (
              <Link
                to="/content"
                search={{ group: groups[0]?.title ?? "" }}
                className={`${ITEM} flex-col items-start! justify-center`}
              >
                {title} <Share of={shares.get(title)} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns a function that makes list items of sections draggable with the mouse. */
function useDrag(onMove: PlacesProps["onMove"]) {
  const [drag, setDrag] = useState<{ moved: SectionName; over?: SectionName }>();
  return (section: SectionName | undefined): ComponentProps<"li"> => {
    if (section === undefined) return {};
    return {
      draggable: true,
      className: drag && drag.over === section ? "rounded-sheet ring-2 ring-teal" : "",
      onDragStart: () => setDrag({ moved: section }),
      onDragEnd: () => setDrag(undefined),
      onDragOver: (event) => {
        if (!drag) return;
        event.preventDefault();
        if (drag.over !== section) setDrag({ ...drag, over: section });
      },
      onDrop: (event) => {
        // Firefox opens a dropped link.
        event.preventDefault();
        if (drag && drag.moved !== section) onMove(drag.moved, section);
      },
    };
  };
}

function Share({ of }: { of: string | undefined }) {
  return of !== undefined && <span className="font-normal text-ink-2">{of}</span>;
}

function titleIn({ title, section }: TextGroup, hidden: readonly string[]): string {
  return section && hidden.includes(section) ? `${title} ${words.hiddenMark}` : title;
}

type PlaceChoiceProps = Omit<PlacesProps, "isSearch" | "onMove"> & {
  onChoose: (group: string) => void;
};

/** Select box of all groups by place, for screens without room for `Places`. */
export function PlaceChoice({ places, hidden, chosen, shares, onChoose }: PlaceChoiceProps) {
  return (
    <select
      aria-label={words.place}
      value={chosen.title}
      onChange={({ target }) => onChoose(target.value)}
      className={`${INPUT} lg:max-w-72 xl:hidden`}
    >
      {places.map(({ title, groups }) => (
        <optgroup key={title} label={[title, shares.get(title)].filter(Boolean).join(": ")}>
          {groups.map((group) => (
            <option key={group.title} value={group.title}>
              {titleIn(group, hidden)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
