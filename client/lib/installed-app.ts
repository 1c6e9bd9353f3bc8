export type AppWindow = {
  navigator: object;
  matchMedia: (query: string) => { matches: boolean };
};

const APP_MODES = ["standalone", "minimal-ui", "window-controls-overlay"];

/** Whether the page runs as an installed app, which has one window and no popups. */
export function isInstalledApp({ navigator, matchMedia }: AppWindow): boolean {
  const onIos = "standalone" in navigator && navigator.standalone === true;
  return onIos || APP_MODES.some((mode) => matchMedia(`(display-mode: ${mode})`).matches);
}

export function isThisInstalled(): boolean {
  return isInstalledApp({ navigator, matchMedia: (query) => window.matchMedia(query) });
}
