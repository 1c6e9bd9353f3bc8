import { type OwnPicture } from "../../server/contract/own-picture.ts";
import { findOwnText, pictureTextName } from "../../server/contract/words.ts";
import { useSite } from "../lib/page-context.ts";
import { largePagePath } from "../content/pictures.ts";
import { Picture, type PictureProps, ResponsivePicture } from "./picture.tsx";

/** Shows a built-in picture, or the owner's replacement if there is one. */
export function ReplaceablePicture({ from, name, ...props }: PictureProps) {
  const own = findOwnPicture(name);
  if (!own) return <Picture {...{ from, name }} {...props} />;
  return <ResponsivePicture files={filesOf(own)} {...props} />;
}

/** Returns whether a built-in picture or its replacement is shown: a neutral shop has only its own. */
export function useHasPicture(): (name: string) => boolean {
  const { neutral } = useSite();
  return (name) => !neutral || findOwnPicture(name) !== undefined;
}

/** Path of the largest file of a built-in page picture or of its replacement. */
export function largestPath(name: string): string {
  const files = findOwnPicture(name)?.files.toSorted((a, b) => b.width - a.width);
  return files?.[0]?.path ?? largePagePath(name);
}

function findOwnPicture(name: string): OwnPicture | undefined {
  const own = findOwnText(pictureTextName(name));
  // The JSON was validated when the picture was saved.
  return own === undefined ? undefined : (JSON.parse(own) as OwnPicture);
}

function filesOf({ files, ...picture }: OwnPicture) {
  const types = [...new Set(files.map(({ type }) => type))];
  const sources = types.map((type) => {
    const same = files.filter((file) => file.type === type);
    return { type, srcSet: same.map(({ path, width }) => `${path} ${width}w`).join() };
  });
  return { ...picture, sources, src: files.at(-1)?.path ?? "" };
}
