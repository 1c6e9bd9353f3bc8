// All that only shops with trackers load, in one file of script.
export { ConsentApp } from "./consent-app.tsx";
export { noteOrders, notePurchase } from "./note-purchase.ts";
