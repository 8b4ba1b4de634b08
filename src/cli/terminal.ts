import path from "node:path";
import { styleText } from "node:util";
import { printable } from "../base/text.ts";

type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Where text goes: how wide it is and whether it takes colours. */
export interface Terminal {
  readonly width: number;
  style(style: Style, text: string): string;
  /** A path as a person would type it from where the command was started. */
  path(absolute: string): string;
}

/** A terminal over a stream, or over nothing: `COLUMNS` or 80 wide, without colour. */
export function createTerminal(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  color: boolean,
  cwd: string = process.cwd(),
): Terminal {
  const forced = process.env.FORCE_COLOR !== undefined && process.env.FORCE_COLOR !== "0";
  const plain = process.env.NO_COLOR !== undefined && process.env.NO_COLOR !== "";
  const isAble = stream.isTTY === true && process.env.TERM !== "dumb";
  const colored = color && !plain && (forced || isAble);
  return {
    width: Math.max(40, Math.min(stream.columns ?? columnsAsked(), 120)),
    path: (absolute) => {
      const relative = path.relative(cwd, absolute);
      return printable(relative.startsWith("..") ? absolute : relative || ".");
    },
    style: (style, text) => (colored ? styleText(style, text, { validateStream: false }) : text),
  };
}

/** The width that someone asked for where there is no terminal to ask. */
function columnsAsked(): number {
  const asked = process.env.COLUMNS ?? "";
  return /^[1-9][0-9]{0,3}$/.test(asked) ? Number(asked) : 80;
}

/** Breaks a text at spaces, so that no line is wider than the terminal; later lines are indented. */
export function wrap(text: string, width: number, indent = ""): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ")) {
      const room = lines.length === 0 ? width : width - indent.length;
      if (line !== "" && line.length + 1 + word.length > room) {
        lines.push(lines.length === 0 ? line : indent + line);
        line = word;
      } else {
        line = line === "" ? word : `${line} ${word}`;
      }
    }
    lines.push(lines.length === 0 ? line : indent + line);
  }
  return lines;
}

/** Rows of two columns, the second wrapped beside the first. */
export function columns(
  rows: readonly (readonly [string, string])[],
  terminal: Terminal,
): string[] {
  const left = Math.min(28, Math.max(0, ...rows.map(([label]) => label.length))) + 4;
  return rows.flatMap(([label, text]) => {
    const [first = "", ...rest] = wrap(text, terminal.width - left);
    const head = `  ${label.padEnd(left - 2)}`;
    if (label.length > left - 4) {
      return [`  ${label}`, ...[first, ...rest].map((line) => `${" ".repeat(left)}${line}`)];
    }
    return [`${head}${first}`.trimEnd(), ...rest.map((line) => `${" ".repeat(left)}${line}`)];
  });
}

const SHOW_AFTER = 400;
const REDRAW_AFTER = 80;

/** One line on a terminal that is rewritten while work goes on, and gone when it ends. */
export function createProgress(stream: NodeJS.WriteStream, enabled: boolean) {
  const started = Date.now();
  let drawn = 0;
  return {
    show(text: string): void {
      const now = Date.now();
      if (!enabled || now - started < SHOW_AFTER || now - drawn < REDRAW_AFTER) return;
      drawn = now;
      stream.write(`\r\u001b[2K${text.slice(0, (stream.columns ?? 80) - 1)}`);
    },
    clear(): void {
      if (drawn > 0) stream.write("\r\u001b[2K");
      drawn = 0;
    },
  };
}
