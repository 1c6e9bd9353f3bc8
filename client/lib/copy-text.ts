/** Copies a text to the clipboard; rejects where the browser refuses or has none (plain http). */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
