import { endOf, readQuoted, readValue } from "../read-value.ts";
import type { Notation } from "./notation.ts";

/** What is taken where a variable is not set: `process.env.SECRET || "…"`. */
const OR = /["'\])]{0,2}[ \t]{0,3}(?:\|\||\?\?|\?:)[ \t]{0,3}(?=["'`])/y;
/** The same as an argument, a block or a further call: `config("KEY", default="…")`, `var("KEY").unwrap_or("…")`. */
const DEFAULT =
  /["'`][ \t]{0,2}(?:,[ \t]{0,3}(?:default(?:_value)?|fallback)[ \t]{0,2}[=:][ \t]{0,2}|\)[ \t]?\{[ \t]?|\)\.(?:unwrap_or|unwrap_or_else|or_else|orElse|getOrElse)\((?:\|_?\|[ \t]?)?(?:String::from\()?)(?=["'`])/y;
/** The same in a shell: `${DB_PASSWORD:-…}`. */
const UNSET = /:[-=]?(?=[^\s}:?+])/y;

/** What a shell of a language answers on the next line: `ENV["SECRET"]`, `=> "…"`. */
const ANSWER = /["'\])]{0,3}\r?\n=>[ \t](?=")/y;

/** A value that replaces a variable. */
export const fallback: Notation = {
  name: "fallback",
  read(text, { start, end }) {
    const or = endOf(OR, text, end) ?? endOf(DEFAULT, text, end) ?? endOf(ANSWER, text, end);
    if (or !== null) return readQuoted(text, or);
    const isVariable = text.charAt(start - 1) === "{" && text.charAt(start - 2) === "$";
    return isVariable ? readValue(text, endOf(UNSET, text, end), "setting") : null;
  },
};
