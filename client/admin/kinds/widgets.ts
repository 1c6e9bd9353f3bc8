// Large controls, which load with the first form or edited cell.
export { CodePicker } from "./code-picker.tsx";
export { ReferencePicker } from "./reference-picker.tsx";
export { UploadInput } from "./upload-field.tsx";
