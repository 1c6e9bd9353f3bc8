/** The owner's replacement for a built-in picture, stored as JSON in a row of `texts`. */
export type OwnPicture = {
  alt: string;
  width: number;
  height: number;
  /** Formats in order of preference, each in several widths. */
  files: readonly OwnPictureFile[];
};

export type OwnPictureFile = { width: number; type: string; path: string };

/** Returns the name of the text that stores the owner's replacement for a built-in picture. */
export function pictureTextName(picture: string): string {
  return `pictures.${picture}`;
}
