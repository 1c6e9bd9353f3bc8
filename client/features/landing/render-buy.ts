import type { ReactNode } from "react";
import type { Product } from "../../../server/contract/store.ts";
import type { ButtonLook } from "../../components/button.tsx";

/**
 * Draws the control that buys a product; the route hands it in, as buying is another feature.
 * `nameId` is the id of the element that names the product.
 */
export type RenderBuy = (buy: { product: Product; nameId: string; look: ButtonLook }) => ReactNode;
