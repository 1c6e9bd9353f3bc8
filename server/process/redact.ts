const MAX_TEXT_CHARACTERS = 4000;

const PRIVATE: [RegExp, string][] = [
  [/\bcs_(test|live)_\w+/g, "cs_…"],
  [/\bimport_\w+/g, "import_…"],
  [/\b(sk|rk|whsec)_\w+/g, "$1_…"],
  [/[^\s<>"'=,;:@]{1,64}@[^\s<>"'=,;:@]{1,255}/g, "…@…"],
  [/token=[\w.-]+/g, "token=…"],
];

export function scrub(text: string): string {
  return PRIVATE.reduce(
    (clean, [pattern, mark]) => clean.replace(pattern, mark),
    text.slice(0, MAX_TEXT_CHARACTERS),
  );
}
