import { useCallback } from "react";
import { questionWords as words } from "../../content/admin-parts.ts";
import { useAsk } from "../ui/dialog.tsx";

/** Returns a function that asks the user to confirm input that may be a mistake. */
export function useConfirm(): (questions: readonly string[]) => Promise<boolean> {
  const ask = useAsk();
  return useCallback(
    async (questions) =>
      questions.length === 0 || ask({ ...words, text: questions.join(" "), danger: true }),
    [ask],
  );
}
