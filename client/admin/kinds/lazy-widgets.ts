import { lazy } from "react";

const load = () => import("./widgets.ts");

export const CodePicker = lazy(async () => ({ default: (await load()).CodePicker }));
export const ReferencePicker = lazy(async () => ({ default: (await load()).ReferencePicker }));
export const UploadInput = lazy(async () => ({ default: (await load()).UploadInput }));

export const DayPicker = lazy(async () => {
  const { DayPicker } = await import("./date-picker.tsx");
  return { default: DayPicker };
});
