export const PRICING_ID = "pricing";
