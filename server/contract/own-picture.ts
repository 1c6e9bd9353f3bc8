/** A picture of the owner in place of a built-in one, stored as JSON in a row of `texts`. */
export type OwnPicture = {
  alt: string;
  width: number;
  height: number;
  /** Formats in order of preference, each in several widths. */
  files: readonly OwnPictureFile[];
};

export type OwnPictureFile = { width: number; type: string; path: string };

/** Name of the text with the owner's picture in place of a built-in one. */
export function pictureTextName(picture: string): string {
  return `pictures.${picture}`;
}
