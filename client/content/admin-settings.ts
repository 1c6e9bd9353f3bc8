/** UI text of the settings screen. */
export const settingsWords = {
  title: "Settings",
  loading: "Loading the settings...",
  failed: "The settings couldn't be loaded",
  fromEnvironment: "Set in the server’s configuration, so it can’t be changed here.",
} as const;
