import { useState } from "react";
import type { EditorStart } from "./text-editor.tsx";

type EditorState = {
  list: string;
  open?: EditorStart & { name: string; n: number };
  closed?: string;
};
export type OpenEditor = ReturnType<typeof useOpenEditor>;

/** State of the open editor, which closes when `list`, the key of the displayed list, changes. */
export function useOpenEditor(list: string) {
  const [state, setState] = useState<EditorState>();
  const { open, closed } = state?.list === list ? state : {};
  return {
    open,
    /** Name of the text whose editor was closed last; it gets the focus. */
    closed,
    edit: (name: string, start: EditorStart) =>
      // `n` is the React key: incrementing it remounts the form, even if this text is already open.
      setState((before) => ({ list, open: { ...start, name, n: (before?.open?.n ?? 0) + 1 } })),
    close: (name: string) => setState({ list, closed: name }),
  };
}
