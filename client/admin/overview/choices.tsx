import { toolClass } from "../ui/controls.tsx";

/** Classes of a button or link in a group with one selected item. */
export function choiceClass(isChosen: boolean): string {
  return toolClass("plain", isChosen ? "bg-teal-2 text-teal!" : "text-ink-2!");
}

type ChoicesProps<Value extends string> = {
  label: string;
  values: readonly Value[];
  titles: Readonly<Record<Value, string>>;
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** Group of buttons with one selected. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, values, titles, chosen, onChoose } = props;
  return (
    <div role="group" aria-label={label} className="flex flex-wrap print:hidden">
      {values.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          className={choiceClass(value === chosen)}
          onClick={() => onChoose(value)}
        >
          {titles[value]}
        </button>
      ))}
    </div>
  );
}
