import { printable } from "../../../base/text.ts";
import { type Terminal, wrap } from "../../terminal.ts";

interface Output {
  readonly lines: readonly {
    readonly ts: string;
    readonly action: string;
    readonly entry_id?: string;
    readonly reason?: string;
    readonly signals?: Readonly<Record<string, number>>;
  }[];
  readonly opaque: number;
  readonly damaged: boolean;
}

export default function present({ lines, opaque, damaged }: Output, terminal: Terminal): string[] {
  const said = lines.flatMap(({ ts, action, entry_id = "", reason = "", signals = {} }) => {
    const numbers = Object.entries(signals).map(([name, value]) => `${name} ${value}`);
    const why = [reason, ...numbers].filter((each) => each !== "").join(", ");
    const head = `${printable(ts)}  ${action.padEnd(10)}  ${printable(entry_id)}`;
    const rest = wrap(printable(why), terminal.width - 4).map((line) => `    ${line}`);
    return [head, ...(why === "" ? [] : rest.map((line) => terminal.style("dim", line)))];
  });
  const left = damaged ? [`${opaque} lines could not be understood; see \`holdall verify\``] : [];
  return [...(said.length === 0 ? ["no decision fits"] : said), ...left];
}
