/** What a browser says of how it shows PDFs; found by features, never by its name. */
export type Platform = {
  /** A finger leads, and pages know of the home screen: iOS and iPadOS. */
  ios: boolean;
  /** The page runs as an installed app. */
  installed: boolean;
  /** PDFs are shown inside the browser. */
  showsPdf: boolean;
  /** A frame with a PDF in it can be printed by the page around it: Chromium on a desktop. */
  printsFrames: boolean;
  /** The system's share sheet takes files. */
  sharesFiles: boolean;
};

/**
 * How a file is printed: from a hidden frame; through the share sheet; in a new tab, whose viewer
 * prints; by the system's own viewer.
 */
export type PrintWay = "frame" | "share" | "tab" | "system";

/** The way of a platform; the reasons stand in decision: print-ladder. */
export function printWay(platform: Platform): PrintWay {
  const { ios, installed, showsPdf, printsFrames, sharesFiles } = platform;
  // In the installed app a PDF takes the whole window, without a way back.
  if (ios && installed && sharesFiles) return "share";
  if (!showsPdf) return "system";
  return printsFrames ? "frame" : "tab";
}

/** Whether a file is opened through the share sheet instead of a link. */
export function opensByShare(platform: Platform): boolean {
  return printWay(platform) === "share";
}

type PdfNavigator = {
  maxTouchPoints: number;
  pdfViewerEnabled?: boolean;
  standalone?: boolean;
  userAgentData?: { mobile: boolean };
  canShare?: (data: { files: File[] }) => boolean;
};

/** What this browser is. */
export function readPlatform(navigator: PdfNavigator, installed: boolean): Platform {
  const ios = "standalone" in navigator && navigator.maxTouchPoints > 0;
  const probe = () => new File([""], "a.pdf", { type: "application/pdf" });
  return {
    ios,
    installed,
    // iOS shows PDFs whether it says so or not.
    showsPdf: ios || navigator.pdfViewerEnabled !== false,
    printsFrames: navigator.userAgentData?.mobile === false,
    sharesFiles: navigator.canShare?.({ files: [probe()] }) === true,
  };
}

/** A PDF of this site, and what it is called. */
export type Printable = { url: string; title: string };

/**
 * What came of it: the print dialog or the share sheet was there ("done"), the file is open where its
 * viewer prints ("tab", "system"), it has to be pressed once more ("again"), or it did not come.
 */
export type Printed = "done" | "tab" | "system" | "again" | "failed";

/** Prints a file by the platform's way. To be called in the press itself. */
export async function printFile(file: Printable, platform: Platform): Promise<Printed> {
  const way = printWay(platform);
  if (way === "share") return shareFile(file);
  if (way === "frame") return printFrame(file);
  window.open(file.url, "_blank", "noopener");
  return way;
}

let frame: HTMLIFrameElement | undefined;

/** The frame stays until the next one: without it the dialog would be empty. */
function printFrame({ url, title }: Printable): Promise<Printed> {
  frame?.remove();
  const own = document.createElement("iframe");
  frame = own;
  own.title = title;
  own.ariaHidden = "true";
  own.tabIndex = -1;
  // What is not displayed has nothing to print.
  Object.assign(own.style, { position: "fixed", width: "1px", height: "1px", opacity: "0" });
  own.src = url;
  return new Promise((resolve) => {
    own.addEventListener("load", () => resolve(printWindow(own)), { once: true });
    document.body.append(own);
  });
}

function printWindow({ contentWindow }: HTMLIFrameElement): Printed {
  try {
    // The browser's own error page is another site's, and refuses.
    contentWindow?.focus();
    contentWindow?.print();
    return "done";
  } catch {
    return "failed";
  }
}

let fetched: { url: string; file: File } | undefined;

/** Hands a file to the share sheet, which prints and saves. A slow line outlasts the press: "again". */
export async function shareFile({ url, title }: Printable): Promise<Printed> {
  try {
    const file = fetched?.url === url ? fetched.file : await fetchFile(url, title);
    fetched = { url, file };
    await navigator.share({ files: [file], title });
    return "done";
  } catch (error) {
    if (!(error instanceof DOMException)) return "failed";
    if (error.name === "AbortError") return "done";
    return error.name === "NotAllowedError" ? "again" : "failed";
  }
}

async function fetchFile(url: string, title: string): Promise<File> {
  const answer = await fetch(url);
  const type = answer.headers.get("content-type") ?? "";
  if (!answer.ok || !type.startsWith("application/pdf")) throw new Error(`No PDF at ${url}`);
  return new File([await answer.blob()], `${title}.pdf`, { type: "application/pdf" });
}
