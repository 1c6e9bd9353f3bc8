/** Screens of single rows, in one file because they share most of their code. */
export { CustomerScreen } from "./customer-screen.tsx";
export { MessageScreen } from "./message-screen.tsx";
export { OrderScreen } from "./order-screen.tsx";
