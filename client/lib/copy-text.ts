/**
 * Copies a text to the clipboard. Rejects when the browser refuses or has no clipboard (plain
 * HTTP).
 */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
