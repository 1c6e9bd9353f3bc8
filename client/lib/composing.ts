type CompositionKey = { isComposing: boolean; keyCode: number };

/** Key code of keys that an input method handles. */
const INPUT_METHOD_KEY = 229;

/**
 * Whether a keydown belongs to an input method, which uses Enter and Escape to choose and cancel.
 * Safari reports the key that ends a composition only by its key code.
 */
export function isComposing({ isComposing, keyCode }: CompositionKey): boolean {
  return isComposing || keyCode === INPUT_METHOD_KEY;
}
