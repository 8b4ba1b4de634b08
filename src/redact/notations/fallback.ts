import { endOf, readQuoted, readValue } from "../read-value.ts";
import type { Notation } from "./notation.ts";

/** What is taken where a variable is not set: `process.env.SECRET || "…"`. */
const OR = /["'\])]{0,2}[ \t]{0,3}(?:\|\||\?\?)[ \t]{0,3}(?=["'`])/y;
/** The same in a shell: `${DB_PASSWORD:-…}`. */
const UNSET = /:[-=](?=[^\s}])/y;

/** A value that stands in for a variable. */
export const fallback: Notation = {
  name: "fallback",
  read(text, { start, end }) {
    const or = endOf(OR, text, end);
    if (or !== null) return readQuoted(text, or);
    const isVariable = text.charAt(start - 1) === "{" && text.charAt(start - 2) === "$";
    return isVariable ? readValue(text, endOf(UNSET, text, end), "setting") : null;
  },
};
