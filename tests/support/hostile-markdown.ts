import { seededRandom } from "../lab/torture/random.ts";

/** Fragments that are slow to parse or to display when they are repeated. */
const FRAGMENTS =
  "a|\n|\n\n| |  \n|\\\n|\t|# a\n|#\n|## a b\n|a\n=\n|a\n-\n|---\n|> |- |-\n|1. |1)\n|`|``|```\n|~~~\n|    a\n|*|**|_|__|~~|*a*|_a |**a** |[|]|[a]|[a][a]|[](|](|[a](/b)|[a](<b|[a](/b \"|![|![a]|<|<a|<http:a>|<a@b.cc>|&|&quot;|&#34;|&a|\"|\\[|\\`|{brand}|{ brand }|{seller.address}|{a}|{|}|ü|\u{1F43B}|\0|[a]: /b\n|[a]: /b 'c'\n|/|:|!".split(
    "|",
  );

const ADDRESSES = ["/b", "/b".repeat(240), "/b".repeat(1500), '/"'.repeat(15_000)];
const TITLES = ["", ' "t"', ` "${"'".repeat(490)}"`, ` "${"t".repeat(1500)}"`];

/** Texts that are not repeated short fragments, each of at most `size` characters. */
const SPECIAL: ((size: number) => string)[] = [
  (size) => "[".repeat(size / 2) + "]".repeat(size / 2),
  (size) => "(".repeat(size / 2) + ")".repeat(size / 2),
  (size) => Array.from({ length: Math.sqrt(size) }, (_, at) => `e${"`".repeat(at)}`).join(""),
  (size) => Array.from({ length: Math.sqrt(size) }, (_, at) => `${" ".repeat(at)}- a`).join("\n"),
  (size) => Array.from({ length: Math.sqrt(size) }, (_, at) => ">".repeat(at)).join("\n"),
  (size) => Array.from({ length: size / 8 }, (_, at) => `# ${at}\n`).join(""),
  (size) => Array.from({ length: size / 24 }, (_, at) => `[${at}]: /b\n\n[${at}]\n\n`).join(""),
  (size) => `# ${"a ".repeat(size / 2 - 1)}`,
  (size) => `${"a\n".repeat(size / 2 - 1)}=`,
  (size) => `[a](${"(".repeat(size - 4)}`,
  (size) => `[a](/${"b".repeat(size - 6)})`,
  (size) => `<http://${'"'.repeat(size - 9)}>`,
];

/** Returns `count` hostile texts of at most `size` characters, the same for each seed. */
export function hostileMarkdown(count: number, size: number, seed: number): string[] {
  const { between } = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]) => items[between(0, items.length - 1)] as Item;
  const repeated = () => {
    const unit = Array.from({ length: between(1, 4) }, () => pick(FRAGMENTS)).join("");
    const head = between(0, 2) === 0 ? `[a]: ${pick(ADDRESSES)}${pick(TITLES)}\n\n` : "";
    return (head + unit.repeat(size / unit.length + 1)).slice(0, size);
  };
  const plain = FRAGMENTS.map((unit) => unit.repeat(size / unit.length));
  const known = [...SPECIAL.map((make) => make(size).slice(0, size)), ...plain];
  return [...known, ...Array.from({ length: count }, repeated)].slice(0, count);
}
