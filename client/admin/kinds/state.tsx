import { stateOf } from "../../../server/contract/states.ts";
import { StateMark } from "../ui/panels.tsx";
import { choice } from "./choice.tsx";
import type { FieldKind } from "./field-kind.ts";
import { plainText } from "./text.tsx";

/** State of a row, as a badge with the word and the tone of its value. */
export const state: FieldKind = {
  ...choice,
  Cell: ({ field, value }) => <StateMark state={stateOf(field.states, plainText(value))} />,
};
