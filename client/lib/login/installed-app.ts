type AppWindow = { navigator: object; matchMedia: (query: string) => { matches: boolean } };

/** Whether the page runs as an installed app: it has one window, which a popup would leave. */
export function isInstalledApp({ navigator, matchMedia }: AppWindow): boolean {
  const onIos = "standalone" in navigator && navigator.standalone === true;
  return onIos || matchMedia("(display-mode: standalone)").matches;
}
