import { endOf, isQuoted, readQuoted, readValue } from "../read-value.ts";
import { isKeyLike } from "../value-kinds.ts";
import type { Notation } from "./notation.ts";

/** A name and a value in a list: `- name: DB_PASSWORD` and below it `value: …`; `key="…" value="…"`. */
const PAIR = /["']?[ \t]{0,3},?\s{0,80}["']?[Vv]alue["']?[ \t]{0,3}[:=][ \t]{0,3}/y;
/** An argument after the name: `define('DB_PASSWORD', '…')`. */
const ARGUMENT = /["'][ \t]{0,3},[ \t]{0,24}(?=["'])/y;
/** A name in a list of names, whatever numbers it has. */
const NAME = /^[a-z]+_[a-z\d_]+$/;
/** The columns of a command's output: `password            …`. */
const COLUMN = / {4,60}|\t{1,8}/y;

/** A value that follows its name in a list of pairs, of arguments or of columns. */
export const list: Notation = {
  name: "list",
  read(text, { name, start, end }) {
    const pair = endOf(PAIR, text, end);
    if (pair !== null) return readValue(text, pair, "setting");
    const argument = endOf(ARGUMENT, text, end);
    if (argument !== null) {
      const written = readQuoted(text, argument);
      // A list of words has commas, too: only a constant that is the first, or a key, is followed by its value.
      const isFirst = /[([{]\s{0,40}["']$/.test(text.slice(Math.max(0, start - 42), start));
      const value = written?.value ?? "";
      const isNamed =
        (isFirst && /^[A-Z0-9_]+$/.test(name)) || (isKeyLike(value) && !NAME.test(value));
      return isNamed ? written : null;
    }
    const column = endOf(COLUMN, text, end);
    if (column === null || isQuoted(text, column)) return null;
    const isLine =
      (start === 0 || text.charAt(start - 1) === "\n") &&
      /^\S+[ \t]*(?:\r?\n|$)/.test(text.slice(column, column + 300));
    return isLine ? readValue(text, column, "bare") : null;
  },
};
