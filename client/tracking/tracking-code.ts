// The chunk that only shops with trackers load.
export { ConsentApp } from "./consent-app.tsx";
export { noteOrders, notePurchase } from "./note-purchase.ts";
