// Lazy chunk, loaded only when the shop has trackers.
export { ConsentApp } from "./consent-app.tsx";
export { noteOrders, notePurchase } from "./note-purchase.ts";
