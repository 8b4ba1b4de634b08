import { endOf, readQuoted } from "../read-value.ts";
import type { Notation } from "./notation.ts";

const OPEN = /\([ \t]{0,3}(?=[rbu@]?["'`])/y;
/** A method that takes a secret: `.password(`, `setApiKey(`, `with_token(`; others compare or make one. */
const SETTER =
  /(?:^|\.)(?:(?:set|with|add|use)_?)?[a-z]{0,12}_?(?:pass(?:word|phrase)?|secret|token|key|credentials?)$/i;
const OTHER_VERB =
  /(?:^|\.)(?:is|has|get|hash|valid|verif|check|compar|encrypt|decrypt|find|read|load|parse|decode|test|reset|gen|create|new|expect|to|assert|re|un|forgot)[a-z]{0,12}_?[A-Za-z]*$/i;

/** A value that is given to an object by a method named for it. */
export const setter: Notation = {
  name: "setter",
  read(text, { name, end }) {
    const value = endOf(OPEN, text, end);
    if (value === null) return null;
    const isMethod = name.includes(".") || /^(?:set|with)/.test(name);
    if (!isMethod || !SETTER.test(name) || OTHER_VERB.test(name)) return "no value";
    const written = readQuoted(text, value);
    return written === null ? "no value" : { ...written, writing: "purpose" };
  },
};
