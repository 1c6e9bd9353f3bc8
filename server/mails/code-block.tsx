import { Text } from "@react-email/text";
import { fill } from "../contract/words.ts";
import { type Block, color } from "./layout.tsx";

/** Shows a code in large digits; plain text has it in a sentence with `{code}`. */
export function codeBlock(code: string, sentence: string): Block {
  return { text: fill(sentence, { code }), html: <Text style={digits}>{code}</Text> };
}

const digits = {
  fontSize: 36,
  lineHeight: "44px",
  fontWeight: 600,
  letterSpacing: "0.18em",
  color: color.ink,
  margin: "0 0 16px",
};
