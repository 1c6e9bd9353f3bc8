export type Gate = {
  open: () => void;
  close: () => void;
  /** Resolves while the gate is open, else when it opens. */
  passed: () => Promise<void>;
};

/** Holds buyers back while the store is down, so that the load starts at one moment. */
export function createGate(): Gate {
  let turn = Promise.withResolvers<void>();
  return {
    open: () => turn.resolve(),
    close: () => void (turn = Promise.withResolvers<void>()),
    passed: () => turn.promise,
  };
}
