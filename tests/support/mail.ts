import type { TestApp } from "./create-test-app.ts";

const ENTITIES = { "&amp;": "&", "&quot;": '"', "&#x27;": "'", "&#8202;": " ", "&#8203;": "" };

/** Returns the visible text of a mail's HTML, with one space between blocks. */
export function seenIn(html: string): string {
  let text = html
    .replaceAll("<!-- -->", "")
    .replace(/<head>.*<\/head>/s, "")
    .replaceAll(/<\/?(?:a|span|strong)\b[^>]*>/g, "")
    .replaceAll(/<[^>]+>/g, " ");
  for (const [entity, read] of Object.entries(ENTITIES)) text = text.replaceAll(entity, read);
  return text.replaceAll(/\s+/g, " ").trim();
}

export function linksIn(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(/href="([^"]+)"/g), ([, href = ""]) => href));
}

/** Returns the image URLs that a mail loads, and markup that would load anything else. */
export function loadsIn(html: string): string[] {
  const loads = html.matchAll(/\bsrc="([^"]*)"|<link|@import|url\(|<script|<iframe/g);
  return Array.from(loads, ([whole, src]) => src ?? whole);
}

/** Stores that all buyers so far want news about their files. */
export function wantNews({ db }: Pick<TestApp, "db">): void {
  db.sqlite.exec(`
    INSERT OR REPLACE INTO mail_preferences (email, topic, wanted, created_at, updated_at)
      SELECT DISTINCT email, 'news', 1, 1, 1 FROM orders WHERE email IS NOT NULL`);
}
