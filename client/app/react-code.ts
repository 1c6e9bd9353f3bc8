// A module of ours, so that the entry script can ask for React without helpers for foreign modules.
export { hydrateRoot } from "react-dom/client";
