import { endOf, readValue } from "../read-value.ts";
import type { Notation } from "./notation.ts";

const BEHIND_OPTION = /[ \t=]{1,3}/y;
/** Statements of a Dockerfile and of shells whose value follows without a sign. */
const STATEMENT = /(?:^|[\s;])(?:ENV|ARG|setx|set (?:-[a-zA-Z]{1,3} ){1,2})\s{0,2}$/;

/** What follows an option in a sentence about it. */
const PROSE =
  /^(?:flags?|options?|arg(?:ument)?s?|param(?:eter)?s?|values?|is|and|or|to|in|with|from|for|when|if|must|should|can|has|was|as|on|not|instead|will|may)$/i;

/** An option of a command (`--token …`), or a variable of a Dockerfile or a shell. */
export const option: Notation = {
  name: "option",
  read(text, { name, start, end }) {
    const isOption =
      name.startsWith("-") || STATEMENT.test(text.slice(Math.max(0, start - 16), start));
    if (!isOption) return null;
    const written = readValue(text, endOf(BEHIND_OPTION, text, end), "setting");
    return written === null || PROSE.test(written.value) ? "no value" : written;
  },
};
