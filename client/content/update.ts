/** Words about a new version of the app, in account and admin. */
export const updateWords = {
  text: "A new version is ready.",
  held: "A new version is ready. It can be loaded once your files are saved.",
  refused: "A new version is ready. Save or close what you have typed, and press Reload again.",
  reload: "Reload",
  later: "Later",
  reloading: "Loading the new version…",
} as const;
