import { type DateValue, parseDate, parseDateTime } from "@internationalized/date";
import { CalendarDays, ChevronLeft, ChevronRight, X } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Calendar, CalendarCell, CalendarGrid } from "react-aria-components/Calendar";
import { DateInput, DatePicker, DateSegment, Group } from "react-aria-components/DatePicker";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Popover } from "react-aria-components/Popover";
import { dateWords as words } from "../../content/admin-parts.ts";
import { FLOATING } from "../ui/controls.tsx";
import { isTyped } from "./days.ts";

type DayPickerProps = {
  id?: string | undefined;
  /** Accessible name; without it, the element with the id `{id}-label` names the control. */
  label?: string | undefined;
  /** "2026-11-22", or with `hasTime` "2026-11-22T09:30"; empty without a value. */
  value: string;
  hasTime: boolean;
  onChange: (value: string) => void;
  onBlur?: () => void;
  invalid?: boolean;
  describedBy?: string | undefined;
  disabled?: boolean;
  required?: boolean | undefined;
};

const TYPED_LENGTH = { day: 10, minute: 16 };
const BUTTON =
  "inline-flex size-7 shrink-0 items-center justify-center rounded-sheet text-ink-2 hover:bg-paper-2 hover:text-ink";
const BOX =
  "flex min-h-9 w-full items-center rounded-sheet border bg-card pr-1 pl-2 text-xs text-ink data-disabled:bg-paper-2 data-disabled:text-ink-2";

function parse(value: string, hasTime: boolean): DateValue | null {
  if (!isTyped(value, hasTime)) return null;
  return hasTime ? parseDateTime(value) : parseDate(value);
}

/** Date, with the time of day if `hasTime`, that is typed in parts or chosen in a calendar. */
export function DayPicker({ id, label, value, hasTime, onChange, ...props }: DayPickerProps) {
  const { onBlur, invalid = false, describedBy, disabled = false, required = false } = props;
  const granularity = hasTime ? "minute" : "day";
  return (
    <DatePicker
      {...(label === undefined ? { "aria-labelledby": `${id}-label` } : { "aria-label": label })}
      {...(describedBy && { "aria-describedby": describedBy })}
      value={parse(value, hasTime)}
      onChange={(next) => onChange(next?.toString().slice(0, TYPED_LENGTH[granularity]) ?? "")}
      {...(onBlur && { onBlur })}
      granularity={granularity}
      isDisabled={disabled}
      isInvalid={invalid}
      isRequired={required}
      validationBehavior="aria"
      className="w-full min-w-0"
    >
      <Group {...(id && { id })} className={`${BOX} ${invalid ? "border-danger" : "border-ink-2"}`}>
        <DateInput className="flex min-w-0 flex-1 overflow-hidden whitespace-nowrap">
          {(segment) => (
            <DateSegment
              segment={segment}
              className="rounded-xs px-px text-center leading-6 tabular-nums outline-none not-aria-hidden:min-w-6 data-focused:bg-teal data-focused:text-card data-placeholder:text-ink-2 data-focused:data-placeholder:text-card"
            />
          )}
        </DateInput>
        {value !== "" && !disabled && (
          <Button
            slot={null}
            aria-label={words.clear}
            className={BUTTON}
            onPress={() => onChange("")}
          >
            <X aria-hidden="true" className="size-4" />
          </Button>
        )}
        <Button className={BUTTON}>
          <CalendarDays aria-hidden="true" className="size-4" />
        </Button>
      </Group>
      <Popover className={FLOATING}>
        <Dialog className="p-3 outline-none">
          <MonthCalendar />
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

const CELL =
  "flex size-8 cursor-default items-center justify-center rounded-sheet outline-offset-[-2px] data-hovered:bg-paper-2 data-outside-month:hidden data-today:font-bold data-selected:bg-teal data-selected:text-card";

function MonthCalendar() {
  return (
    <Calendar>
      <header className="mb-2 flex items-center gap-1">
        <Button slot="previous" className={BUTTON}>
          <ChevronLeft aria-hidden="true" className="size-4" />
        </Button>
        <Heading className="flex-1 text-center font-sans text-sm font-semibold" />
        <Button slot="next" className={BUTTON}>
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </header>
      <CalendarGrid className="tabular-nums">
        {(date) => <CalendarCell date={date} className={CELL} />}
      </CalendarGrid>
    </Calendar>
  );
}
