import { useMemo, useSyncExternalStore } from "react";

export { useSyncExternalStore };

/**
 * Stands in the build for the package `use-sync-external-store`, which serves older Reacts too: as a
 * CommonJS module it would bring helpers into a file that every visitor loads.
 */
export function useSyncExternalStoreWithSelector<Snapshot, Selection>(
  subscribe: (onChange: () => void) => () => void,
  getSnapshot: () => Snapshot,
  _getServerSnapshot: undefined | null | (() => Snapshot),
  selector: (snapshot: Snapshot) => Selection,
  isEqual: (a: Selection, b: Selection) => boolean = Object.is,
): Selection {
  const getSelection = useMemo(
    () => selecting({ getSnapshot, selector, isEqual }),
    [getSnapshot, selector, isEqual],
  );
  return useSyncExternalStore(subscribe, getSelection, getSelection);
}

type Selecting<Snapshot, Selection> = {
  getSnapshot: () => Snapshot;
  selector: (snapshot: Snapshot) => Selection;
  isEqual: (a: Selection, b: Selection) => boolean;
};

/** Selects from the store as it is, and gives what it gave before as long as that is equal. */
function selecting<Snapshot, Selection>(given: Selecting<Snapshot, Selection>): () => Selection {
  const { getSnapshot, selector, isEqual } = given;
  let known: { snapshot: Snapshot; selection: Selection } | undefined;
  return () => {
    const snapshot = getSnapshot();
    if (known && Object.is(known.snapshot, snapshot)) return known.selection;
    const next = selector(snapshot);
    const selection = known && isEqual(known.selection, next) ? known.selection : next;
    known = { snapshot, selection };
    return selection;
  };
}
