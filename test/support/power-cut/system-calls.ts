/** One call of a traced program. A call that others interrupt has a line for its begin and one for its end. */
export interface SystemCall {
  readonly pid: number;
  readonly name: string;
  readonly args: readonly string[];
  /** Below 0 when it failed, or while it has not ended. */
  readonly result: number;
  readonly phase: "begin" | "end";
}

const LINE = /^(\d+)\s+(\w+)\((.*)$/s;
const RESUMED = /^(\d+)\s+<\.\.\. (\w+) resumed>(.*)$/s;
const RESULT = /^(.*)\)\s+= (-?\d+|\?)[^=]*$/s;

/** Parses what `strace -f -xx -o` wrote. Every call has a begin and an end, in the order of the lines. */
export function* parseCalls(log: string): Generator<SystemCall> {
  const unfinished = new Map<number, { readonly name: string; readonly text: string }>();
  for (const line of log.split("\n")) {
    const resumed = RESUMED.exec(line);
    if (resumed !== null) {
      const pid = Number(resumed[1]);
      const begun = unfinished.get(pid);
      if (begun === undefined) throw new Error(`no begin of: ${line.slice(0, 200)}`);
      unfinished.delete(pid);
      yield endOf(pid, begun.name, begun.text + (resumed[3] ?? ""));
      continue;
    }
    const match = LINE.exec(line);
    if (match === null) continue; // The end of a process, or a signal.
    const [, id = "", name = "", rest = ""] = match;
    const pid = Number(id);
    const cut = rest.indexOf(" <unfinished ...>");
    const text = cut < 0 ? rest : rest.slice(0, cut);
    const args = splitArguments(cut < 0 ? (RESULT.exec(rest)?.[1] ?? "") : text);
    yield { pid, name, args, result: -1, phase: "begin" };
    if (cut < 0) yield endOf(pid, name, rest);
    else unfinished.set(pid, { name, text });
  }
}

function endOf(pid: number, name: string, text: string): SystemCall {
  const match = RESULT.exec(text);
  // "?" is a call in which its process ended.
  const result = match === null || match[2] === "?" ? -1 : Number(match[2]);
  return { pid, name, args: splitArguments(match?.[1] ?? ""), result, phase: "end" };
}

/** Splits at commas outside brackets. Strings are hexadecimal and contain none. */
function splitArguments(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = text.indexOf('"', at + 1);
    if (at < 0) break;
    if (char === "[" || char === "{") depth++;
    if (char === "]" || char === "}") depth--;
    if (char !== "," || depth > 0) continue;
    parts.push(text.slice(from, at).trim());
    from = at + 1;
  }
  return [...parts, text.slice(from).trim()];
}
