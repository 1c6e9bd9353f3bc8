import { ChevronDown, EllipsisVertical, type LucideIcon } from "lucide-react";
import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { Button } from "react-aria-components/Button";
import { Dialog } from "react-aria-components/Dialog";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { isComposing } from "../../lib/composing.ts";
import { useSettled } from "./use-settled.ts";

export type ToolLook = "main" | "quiet" | "plain" | "danger";

// Disabled buttons need readable text, so they have their own colors instead of a lower opacity.
const BASE =
  "inline-flex min-h-9 shrink-0 items-center justify-center gap-1.5 rounded-control text-xs font-semibold whitespace-nowrap transition-colors duration-150 disabled:cursor-not-allowed disabled:border-line disabled:bg-paper-2 disabled:text-ink-2 aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-paper-2 aria-disabled:text-ink-2";

const LOOKS: Record<ToolLook, string> = {
  // Transparent borders become visible in forced-colors mode, so the button keeps an outline.
  main: "border border-transparent bg-coral px-3.5 text-card not-aria-disabled:enabled:hover:bg-coral-2",
  quiet: "border border-line bg-card px-3 text-ink not-aria-disabled:enabled:hover:border-ink-2",
  plain: "border border-transparent px-2.5 text-ink not-aria-disabled:enabled:hover:bg-paper-2",
  danger:
    "border border-danger bg-danger px-3.5 text-card not-aria-disabled:enabled:hover:opacity-90",
};

type ToolButtonProps = ComponentProps<"button"> & { look?: ToolLook; icon?: LucideIcon };

export function ToolButton({
  look = "quiet",
  icon: Icon,
  className = "",
  children,
  ...rest
}: ToolButtonProps) {
  return (
    <button type="button" {...rest} className={`${BASE} ${LOOKS[look]} ${className}`}>
      {Icon && <Icon aria-hidden="true" className="size-4" />}
      {children}
    </button>
  );
}

/** Classes that make a link look like a ToolButton. */
export function toolClass(look: ToolLook, className = ""): string {
  return `${BASE} ${LOOKS[look].replaceAll("enabled:", "")} ${className}`;
}

type IconButtonProps = ComponentProps<"button"> & { label: string; icon?: LucideIcon };

/** Icon button with its label as tooltip. */
export function IconButton({
  label,
  icon: Icon,
  className = "",
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-sheet text-ink-2 transition-colors duration-150 not-aria-disabled:enabled:hover:bg-paper-2 not-aria-disabled:enabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 ${className}`}
    >
      {Icon ? <Icon aria-hidden="true" className="size-4" /> : children}
    </button>
  );
}

export const INPUT =
  "min-h-9 w-full min-w-0 rounded-sheet border border-ink-2 bg-card px-2.5 py-1 text-xs text-ink placeholder:text-ink-2 aria-invalid:border-danger disabled:bg-paper-2 disabled:text-ink-2";

type TickProps = ComponentProps<"input"> & { label: ReactNode; type?: "checkbox" | "radio" };

/** A checkbox or radio button with its label. */
export function Tick({ label, type = "checkbox", className = "min-h-8", ...rest }: TickProps) {
  return (
    <label className={`flex cursor-pointer items-center gap-2 ${className}`}>
      <input type={type} {...rest} className="size-4 shrink-0 accent-teal" />
      {label}
    </label>
  );
}

/** Debounce delay. */
const PAUSE_MS = 350;

type TypedInputProps = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  value: string;
  /** Called after the debounce delay, on Enter and on blur. */
  onTyped: (value: string) => void;
};

/** A debounced text input. */
export function TypedInput({ value, onTyped, className = "", ...rest }: TypedInputProps) {
  // An object, so that the same text typed again is reported again.
  const [draft, setDraft] = useState<{ text: string }>();
  const settled = useSettled(draft, PAUSE_MS);
  const report = () => {
    if (!draft) return;
    setDraft(undefined);
    const text = draft.text.trim();
    if (text !== value) onTyped(text);
  };
  // Other filters may change before the delay ends.
  const onSettled = useEffectEvent((typed: typeof draft) => typed === draft && report());
  useEffect(() => void onSettled(settled), [settled]);
  return (
    <input
      {...rest}
      value={draft?.text ?? value}
      onChange={({ target }) => setDraft({ text: target.value })}
      onBlur={report}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !isComposing(event.nativeEvent)) report();
      }}
      className={`${INPUT} ${className}`}
    />
  );
}

/** Classes of menus, listboxes and popovers. */
export const FLOATING =
  "rounded-control border border-line bg-card text-xs text-ink shadow-paper outline-none";

/** Classes of a menu item or listbox option. */
export const CHOICE =
  "flex min-h-9 cursor-pointer items-center gap-2 rounded-sheet px-2.5 py-1 outline-none data-focused:bg-paper-2 data-disabled:cursor-default data-disabled:opacity-60";

type ToolPopoverProps = {
  button: ReactNode;
  /** Accessible name of the panel. */
  title: string;
  icon?: LucideIcon;
  className?: string;
  open?: boolean;
  onOpen?: (open: boolean) => void;
  /** Renders the panel; `close` returns focus to the button. */
  children: (close: () => void) => ReactNode;
};

/** Button that opens a popover. Set `open` and `onOpen` to control it from the parent. */
export function ToolPopover({ button, title, icon, className, ...props }: ToolPopoverProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { open = isOpen, onOpen = setIsOpen, children } = props;
  return (
    <>
      <ToolButton
        ref={trigger}
        {...(icon && { icon })}
        {...(className && { className })}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => onOpen(!open)}
      >
        {button}
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-2" />
      </ToolButton>
      <Popover
        triggerRef={trigger}
        isOpen={open}
        onOpenChange={onOpen}
        placement="bottom end"
        className={`${FLOATING} flex max-w-[calc(100vw-1rem)] flex-col`}
      >
        <Dialog aria-label={title} className="flex min-h-0 flex-col outline-none">
          {children(() => onOpen(false))}
        </Dialog>
      </Popover>
    </>
  );
}

type ToolMenuProps = {
  label: string;
  /** Content of the button; three dots by default. */
  button?: ReactNode;
  className?: string;
  entries: readonly { title: string; icon?: LucideIcon; run: () => void }[];
};

export function ToolMenu({ label, button, className, entries }: ToolMenuProps) {
  return (
    <MenuTrigger>
      <Button
        aria-label={button ? undefined : label}
        className={button ? toolClass("quiet") : className}
      >
        {button ?? <EllipsisVertical aria-hidden="true" className="size-4" />}
      </Button>
      <Popover className={FLOATING} placement="bottom end">
        <Menu
          aria-label={label}
          onAction={(key) => entries[Number(key)]?.run()}
          className="max-h-80 min-w-48 overflow-y-auto p-1.5 outline-none"
        >
          {entries.map(({ title, icon: Icon }, at) => (
            // Titles may repeat.
            // oxlint-disable-next-line react/no-array-index-key
            <MenuItem key={at} id={at} textValue={title} className={CHOICE}>
              {Icon && <Icon aria-hidden="true" className="size-4" />}
              {title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
