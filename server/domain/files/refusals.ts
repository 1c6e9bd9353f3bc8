/** Errors of uploads. */
export const uploadRefusals = {
  noForm: "Please send one file as a form.",
  notOne: "Please send exactly one file.",
  cutShort: "The file didn't arrive completely. Please send it again.",
  empty: "This file is empty.",
  noPicture:
    "This isn't a picture that browsers can show. Please choose a PNG, JPEG, WebP or AVIF.",
  animatedPicture:
    "GIFs and animations can't be used. Please save the picture as a PNG, JPEG, WebP or AVIF.",
  brokenPicture: "This picture is damaged or incomplete. Please save it again and send that file.",
  tooManyPixels:
    "This picture has more than 50 million pixels. Please make it smaller: 2,000 pixels a side are plenty.",
  locatedPicture:
    "This picture contains the location where it was taken, and every visitor could read it. Please upload the picture in the admin, which removes the location, or save it without one.",
  noPdf: "This isn't a PDF. Please choose a PDF file.",
  unreadablePdf:
    "The store can't find the pages of this PDF. Some viewers repair such a file silently, but it may not open for some buyers. Please open it and save it as a new PDF.",
  tooComplex: "This file takes too long to check. Please open it and save it as a new file.",
  protected: "This PDF is protected. Please save it without a password.",
} as const;
