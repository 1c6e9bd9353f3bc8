import { useEffect, useRef } from "react";
import type { Draft } from "../offline/database.ts";
import type { Typing } from "../offline/drafts.ts";
import { useDevice } from "../pending/outbox-context.tsx";

/** What stands in a form, or in a cell, and is not saved. */
export type HalfTyped = Omit<Draft, "key" | "at">;

/**
 * Keeps what is typed on this device until it is saved or given up; undefined when nothing is. `from` is
 * the key of the draft that the editing goes on with.
 */
export function useTyping(from: string | undefined, typed: HalfTyped | undefined) {
  const { drafts } = useDevice();
  const typing = useRef<Typing>(undefined);
  useEffect(() => {
    const own = drafts.begin(from);
    typing.current = own;
    return () => void own.leave();
  }, [drafts, from]);

  useEffect(() => typing.current?.note(typed));

  return {
    key: () => typing.current?.key,
    /** Keeps at once what is typed. */
    flush: async () => typing.current?.flush(),
    /** It was saved, or given up by choice. */
    end: () => void typing.current?.end(),
  };
}
