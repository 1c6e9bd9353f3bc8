/** PDF support of the browser, by feature detection. */
export type Platform = {
  /** iOS and iPadOS. */
  ios: boolean;
  installed: boolean;
  /** Shows PDFs in a tab. */
  showsPdf: boolean;
  /** Can print a PDF from an iframe (Chromium on desktop). */
  printsFrames: boolean;
  /** The share sheet accepts files. */
  sharesFiles: boolean;
};

/** How to print: from a hidden frame, the share sheet, a PDF in a new tab, or the system's PDF app. */
export type PrintWay = "frame" | "share" | "tab" | "system";

export function printWay(platform: Platform): PrintWay {
  const { ios, installed, showsPdf, printsFrames, sharesFiles } = platform;
  // A PDF opened in an installed iOS app fills the window and has no back button.
  if (ios && installed && sharesFiles) return "share";
  if (!showsPdf) return "system";
  return printsFrames ? "frame" : "tab";
}

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

export function readPlatform(navigator: PdfNavigator, installed: boolean): Platform {
  const ios = "standalone" in navigator && navigator.maxTouchPoints > 0;
  const probe = () => new File([""], "a.pdf", { type: "application/pdf" });
  return {
    ios,
    installed,
    // iOS displays PDFs even when `pdfViewerEnabled` is false.
    showsPdf: ios || navigator.pdfViewerEnabled !== false,
    printsFrames: navigator.userAgentData?.mobile === false,
    sharesFiles: navigator.canShare?.({ files: [probe()] }) === true,
  };
}

export type Printable = { url: string; title: string };

/**
 * Result: a dialog was shown ("done"), the file is open elsewhere ("tab", "system"), the visitor must click
 * again ("again"), or it could not be loaded ("failed").
 */
export type Printed = "done" | "tab" | "system" | "again" | "failed";

/** Prints a file. Must be called in the click handler. */
export async function printFile(file: Printable, platform: Platform): Promise<Printed> {
  const way = printWay(platform);
  if (way === "share") return shareFile(file);
  if (way === "frame") return printFrame(file);
  window.open(file.url, "_blank", "noopener");
  return way;
}

let frame: HTMLIFrameElement | undefined;

/** Prints from a hidden frame, which stays until the next print because the dialog needs it. */
function printFrame({ url, title }: Printable): Promise<Printed> {
  frame?.remove();
  const own = document.createElement("iframe");
  frame = own;
  own.title = title;
  own.ariaHidden = "true";
  own.tabIndex = -1;
  // Do not use `display: none`, or the iframe prints nothing.
  Object.assign(own.style, { position: "fixed", width: "1px", height: "1px", opacity: "0" });
  own.src = url;
  return new Promise((resolve) => {
    own.addEventListener("load", () => resolve(printWindow(own)), { once: true });
    document.body.append(own);
  });
}

function printWindow({ contentWindow }: HTMLIFrameElement): Printed {
  try {
    // Throws when the load failed, because the browser's error page is cross-origin.
    contentWindow?.focus();
    contentWindow?.print();
    return "done";
  } catch {
    return "failed";
  }
}

let fetched: { url: string; file: File } | undefined;

/** Shares a file. Returns "again" if the user activation expired during a slow download. */
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
