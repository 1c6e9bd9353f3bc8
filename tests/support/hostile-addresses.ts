const HOST = "evil.example";

const words = (text: TemplateStringsArray): string[] => String.raw(text).trim().split(/\s+/);

const SLASHES = words`// /// /\ \/ \\ /\/ //\ `;
const SEGMENTS = words`/.// /../\ /x/..// /;// //.`;
const ENCODED_DOTS = words`/%2e%2e// /.%2e// /%252e%252e// /x/%2e%2e//`;
const BLANKS = [..."\t\n\r \u0000\u000b\u000c\u001f\u007f", "\r\n"];
const WIDE_BLANKS = [..."\u0085\u00a0\u1680\u2028\u2029\u202e\u3000\ufeff"];
const LIKE_SLASHES = [..."\u2044\u2215\u29f8\uff0f\u2216\ufe68\uff3c"];
const LIKE_DOTS = [..."\u3002\uff0e\uff61\u2024"];
const SCHEMES = words`http:// https:// HTTPS:// http:/ http: https: http:\\ https:/// hTTp:/\ ftp://
  ws:// file:/// view-source:https:// intent://`;
const SCRIPTS = [
  "javascript:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  "javascript://%0aalert(1)",
  "javascript%3aalert(1)",
  "/javascript:alert(1)//..//",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://evil.example/1",
  "mailto:thief@evil.example",
];

/** Percent-encodes every byte, `rounds` times over. */
function encoded(text: string, rounds: number): string {
  const once = [...new TextEncoder().encode(text)]
    .map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
    .join("");
  let result = once;
  for (let round = 1; round < rounds; round++) result = result.replaceAll("%", "%25");
  return result;
}

/** Returns URLs that lead away from `site`, many of which look like its paths. */
export function hostileAddresses(site: string): string[] {
  const { host, hostname } = new URL(site);
  const families = [
    [...SLASHES, ...SEGMENTS, ...ENCODED_DOTS].map((lead) => lead + HOST),
    BLANKS.flatMap((blank) => [`${blank}//${HOST}`, `/${blank}/${HOST}`, `${blank}/\\${HOST}`]),
    WIDE_BLANKS.flatMap((blank) => [`${blank}//${HOST}`, `/${blank}//${HOST}`]),
    [1, 2, 3, 4].flatMap((rounds) =>
      ["/", "\\", "//", "\\\\", "\t/", "\r\n/", "\u0000/", "../\\"].map(
        (text) => `/${encoded(text, rounds)}${HOST}`,
      ),
    ),
    LIKE_SLASHES.flatMap((slash) => [
      `${slash}${slash}${HOST}`,
      `/${slash}//${HOST}`,
      `/x${slash}..//${HOST}`,
    ]),
    LIKE_DOTS.flatMap((dot) => [`//evil${dot}example`, `https:evil${dot}example`]),
    SCHEMES.map((scheme) => scheme + HOST),
    SCRIPTS,
    [`${site}@`, `${site}.`, `${site}:443@`, `//${host}@`, "//user:pass@"].map(
      (lead) => lead + HOST,
    ),
    [`#@${host}`, `?@${host}`, `\\@${host}`].map((tail) => `//${HOST}${tail}`),
    [`https://${hostname}.${HOST}`, `https://${HOST}/${host}`, `https://${host}%2f@${HOST}`],
    ["@", ":@", "/@//", ".", "?//", "#//", "", "../../"].map((lead) => lead + HOST),
    ["", "..", "//[::1]", "//0x7f000001", "//2130706433", "//xn--vil-dma.example"],
    [
      `/a\r\nLocation: https://${HOST}`,
      `/a%0d%0aSet-Cookie:%20session=1`,
      "/%",
      "/%c0%af/",
      "/%ff",
      "/\ud800",
      `//${HOST}/${"a".repeat(10_000)}`,
      `/${"%25".repeat(40)}2f${HOST}`,
    ],
  ];
  return [...new Set(families.flat())];
}
