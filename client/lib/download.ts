/** Starts the download of a URL as a file named `name`. */
export function startDownload(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
