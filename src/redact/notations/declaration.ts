import { endOf, readQuoted } from "../read-value.ts";
import type { Notation } from "./notation.ts";

/** A declaration with its type: `let apiKey: String = "…"`. */
const TYPED =
  /[ \t]{0,3}:[ \t]{0,3}[A-Za-z&'][\w.<>?[\]&']{0,40}[ \t]{1,3}=(?!=)[ \t]{0,3}(?=[rbu@]?["'`])/y;
/** A variable of Terraform with its default. */
const DEFAULT =
  /["']?[ \t]{0,3}\{\s{0,40}(?:(?:type|description|sensitive)[^\n]{0,200}\n\s{0,40}){0,4}default[ \t]{0,20}=[ \t]{0,3}(?=")/y;

/** A declaration in code. */
export const declaration: Notation = {
  name: "declaration",
  read(text, { end }) {
    const value = endOf(TYPED, text, end) ?? endOf(DEFAULT, text, end);
    return value === null ? null : readQuoted(text, value);
  },
};
