const MOST_SOURCE_CHARACTERS = 100;

/**
 * Returns a campaign parameter or host as it is counted: in lower case, composed, shortened and
 * trimmed, without control characters and lone surrogates.
 */
export function countedSource(text: string): string {
  const shortened = text.toLowerCase().normalize("NFC").slice(0, MOST_SOURCE_CHARACTERS);
  return shortened.replaceAll(/\p{C}/gu, "").trim();
}
