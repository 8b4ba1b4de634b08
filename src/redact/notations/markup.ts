import { endOf, readValue } from "../read-value.ts";
import type { Notation } from "./notation.ts";

/** An element with its content, of XML, of Android's resources or of a property list. */
const ELEMENT = /["']?(?:\s[^<>]{0,80})?>(?=[^<>\s]{4,512}<\/)/y;
const PROPERTY = /<\/key>\s{0,40}<string>(?=[^<>\s]{4,512}<\/)/y;

/** The next cell of a table. */
const CELL = /<\/t[dh]>\s{0,40}<t[dh][^<>]{0,80}>(?:<code>)?(?=[^<>\s]{4,512}<\/)/y;

/** A value in markup: `<password>…</password>`. */
export const markup: Notation = {
  name: "markup",
  read(text, { start, end }) {
    // A label for a field, or a link, names one without being one.
    if (
      !/<[\w.-]{0,20}:?$|\b(?:name|key|id)=["']$|^$/i.test(
        text.slice(Math.max(0, start - 24), start),
      ) &&
      text.charAt(end) !== "<"
    )
      return null;
    const cell = endOf(CELL, text, end);
    if (cell !== null) return readValue(text, cell, "purpose");
    return readValue(text, endOf(ELEMENT, text, end) ?? endOf(PROPERTY, text, end), "setting");
  },
};
