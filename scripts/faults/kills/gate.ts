export type Gate = {
  open: () => void;
  close: () => void;
  /** Resolves while the gate is open, else when it opens. */
  passed: () => Promise<void>;
  /** Notes that the store has served a buyer. */
  serve: () => void;
  /** Resolves at the first buyer served since the gate was opened. */
  served: () => Promise<void>;
};

/** Holds buyers back while the store is down, so that the load starts at one moment. */
export function createGate(): Gate {
  let opened = Promise.withResolvers<void>();
  let served = Promise.withResolvers<void>();
  return {
    open() {
      served = Promise.withResolvers<void>();
      opened.resolve();
    },
    close: () => void (opened = Promise.withResolvers<void>()),
    passed: () => opened.promise,
    serve: () => served.resolve(),
    served: () => served.promise,
  };
}
