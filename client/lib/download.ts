/** Starts the download of a URL as a file named `name`. */
export function startDownload(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

/** Downloads a file made in the browser. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  startDownload(url, name);
  URL.revokeObjectURL(url);
}
