const ENTITIES = { "&amp;": "&", "&quot;": '"', "&#x27;": "'", "&#8202;": " ", "&#8203;": "" };

/** A mail's HTML as its reader sees it: no tags, one space between its blocks, entities read. */
export function seenIn(html: string): string {
  let text = html
    .replaceAll("<!-- -->", "")
    .replace(/<head>.*<\/head>/s, "")
    .replaceAll(/<\/?(?:a|span|strong)\b[^>]*>/g, "")
    .replaceAll(/<[^>]+>/g, " ");
  for (const [entity, read] of Object.entries(ENTITIES)) text = text.replaceAll(entity, read);
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Every place that the HTML of a mail leads to, once. */
export function linksIn(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(/href="([^"]+)"/g), ([, href = ""]) => href));
}

/** What the HTML of a mail loads: the pictures' addresses, and anything else it should not. */
export function loadsIn(html: string): string[] {
  const loads = html.matchAll(/\bsrc="([^"]*)"|<link|@import|url\(|<script|<iframe/g);
  return Array.from(loads, ([whole, src]) => src ?? whole);
}
