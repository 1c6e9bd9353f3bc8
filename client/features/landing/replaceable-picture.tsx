import { type OwnPicture, pictureTextName } from "../../../server/contract/own-picture.ts";
import { findOwnText } from "../../../server/contract/words.ts";
import { Picture, type PictureProps, ResponsivePicture } from "../../components/picture.tsx";

/** Shows a built-in picture, or the owner's replacement if there is one. */
export function ReplaceablePicture({ from, name, ...props }: PictureProps) {
  const own = findOwnText(pictureTextName(name));
  if (own === undefined) return <Picture {...{ from, name }} {...props} />;
  // The JSON was validated when the picture was saved.
  return <ResponsivePicture files={filesOf(JSON.parse(own) as OwnPicture)} {...props} />;
}

function filesOf({ files, ...picture }: OwnPicture) {
  const types = [...new Set(files.map(({ type }) => type))];
  const sources = types.map((type) => {
    const same = files.filter((file) => file.type === type);
    return { type, srcSet: same.map(({ path, width }) => `${path} ${width}w`).join() };
  });
  return { ...picture, sources, src: files.at(-1)?.path ?? "" };
}
