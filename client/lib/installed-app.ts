const APP_MODES = ["standalone", "minimal-ui", "window-controls-overlay"];

/** Whether the page runs as an installed app, where popups are unavailable. */
export function isInstalledApp(): boolean {
  const isOnIos = "standalone" in navigator && navigator.standalone === true;
  return isOnIos || APP_MODES.some((mode) => matchMedia(`(display-mode: ${mode})`).matches);
}
