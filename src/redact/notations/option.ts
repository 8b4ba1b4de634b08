import { endOf, readQuoted, readValue, type Written } from "../read-value.ts";
import { isSelfDescribing } from "../value-kinds.ts";
import type { NamePlace, Notation } from "./notation.ts";

const BEHIND_OPTION = /[ \t=]{1,3}/y;
/** Statements of a Dockerfile and of shells whose value follows without a sign. */
const STATEMENT = /(?:^|[\s;])(?:ENV|ARG|setx|set (?:-[a-zA-Z]{1,3} ){1,2})\s{0,2}$/;

/** What follows an option in a sentence about it. */
const PROSE =
  /^(?:flags?|options?|descriptions?|arg(?:ument)?s?|param(?:eter)?s?|values?|is|and|or|to|in|with|from|for|when|if|must|should|can|has|was|as|on|not|instead|will|may)$/i;

/** The next argument of a list: `["--token", "…"]`. */
const NEXT_ARGUMENT = /["'`][ \t]{0,3},\s{0,80}(?=["'`])/y;
/** The next item of a list in YAML, each on a line of its own. */
const NEXT_ITEM = /["']?[ \t]{0,3}\r?\n[ \t]{0,40}-[ \t]{1,4}(?=[^\s-])/y;
const ITEM = /(?:^|\n)[ \t]{0,40}-[ \t]{1,4}["']?$/;

/** The argument after an option in a list. */
function readArgument(text: string, { start, end }: NamePlace): Written | null {
  const next = endOf(NEXT_ARGUMENT, text, end);
  if (next !== null) return readQuoted(text, next);
  const item = endOf(NEXT_ITEM, text, end);
  if (item === null || !ITEM.test(text.slice(Math.max(0, start - 50), start))) return null;
  return readValue(text, item, "setting");
}

/** An option of a command (`--token …`), or a variable of a Dockerfile or a shell. */
export const option: Notation = {
  name: "option",
  read(text, place) {
    const { name, start, end } = place;
    const before = text.slice(Math.max(0, start - 16), start);
    // A dash that begins a line is as often that of a diff.
    const isOption = /^-(?!-)/.test(name) ? !/(?:^|[^\\]\n)$/.test(before) : name.startsWith("-");
    if (!isOption && !STATEMENT.test(before)) return null;
    const argument = name.startsWith("-") ? readArgument(text, place) : null;
    if (argument !== null) return argument.value.startsWith("-") ? "no value" : argument;
    const written = readValue(text, endOf(BEHIND_OPTION, text, end), "setting");
    if (written === null || written.value.startsWith("--")) return "no value";
    // What to fill in, in a description of the options: `--psk hex-key`.
    const isWords = isSelfDescribing(written.value) && !/\d/.test(written.value);
    return PROSE.test(written.value) || isWords ? "no value" : written;
  },
};
