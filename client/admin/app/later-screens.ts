/** Screens that load once the first one is shown, in one file because they share much code. */
export { BackupsScreen } from "../backups/backups-screen.tsx";
export { CustomerScreen } from "../desk/customer-screen.tsx";
export { MessageScreen } from "../desk/message-screen.tsx";
export { OrderScreen } from "../desk/order-screen.tsx";
export { DiscountsScreen } from "../discounts/discounts-screen.tsx";
export { DeviceScreen } from "../pending/device-screen.tsx";
export { OrderImportScreen } from "../order-import/order-import-screen.tsx";
