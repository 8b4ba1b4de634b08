/**
 * Layout for people: width, colours, wrapping and the progress line. Presenters get a `Terminal`
 * instead of the stream, so that tests and the tour can render at a fixed width.
 */

import { homedir } from "node:os";
import path from "node:path";
import { styleText } from "node:util";
import { printable, printableLine } from "../base/text/text.ts";

type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** The properties of the output that a presenter needs. */
export interface Terminal {
  readonly width: number;
  /** The most characters that a row may have; null in a pipe or a file, where nothing wraps. */
  readonly rowWidth: number | null;
  style(style: Style, text: string): string;
  /** A path as a person would type it from where the command was started. */
  path(absolute: string): string;
  /** A folder for the eye: as a path, with `~` for the home folder. A command would not expand it in quotes. */
  folder(absolute: string): string;
  /** A line as it may be written: nothing but the styles of this terminal is obeyed, whoever built the line. */
  clean(line: string): string;
}

/** What `style` puts before and after a text. */
const ESCAPE = "\u001b";
const STYLES = new RegExp(`(${ESCAPE}\\[(?:1|2|22|31|32|33|36|39)m)`);

/**
 * Width and colours of a stream. `NO_COLOR` wins over `FORCE_COLOR`; without a terminal the width
 * is `COLUMNS` or 80. The width is limited to 40–120 columns.
 */
export function createTerminal(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  color: boolean,
  cwd: string = process.cwd(),
): Terminal {
  const forced = process.env.FORCE_COLOR !== undefined && process.env.FORCE_COLOR !== "0";
  const plain = process.env.NO_COLOR !== undefined && process.env.NO_COLOR !== "";
  const isAble = stream.isTTY === true && process.env.TERM !== "dumb";
  const colored = color && !plain && (forced || isAble);
  const shortPath = (absolute: string) => {
    const relative = path.relative(cwd, absolute);
    return printableLine(relative.startsWith("..") ? absolute : relative || ".");
  };
  const width = Math.max(40, Math.min(stream.columns ?? columnsAsked(), 120));
  return {
    width,
    rowWidth: stream.isTTY === true ? width : null,
    path: shortPath,
    folder: (absolute) => {
      const shown = shortPath(absolute);
      const home = homedir();
      return shown.startsWith(`${home}/`) ? `~${shown.slice(home.length)}` : shown;
    },
    style: (style, text) => (colored ? styleText(style, text, { validateStream: false }) : text),
    clean: (line) => (colored ? line.split(STYLES).map(cleanPart).join("") : printable(line)),
  };
}

/** Every second part of a line that was split at its styles is one of them. */
function cleanPart(part: string, at: number): string {
  return at % 2 === 1 ? part : printable(part);
}

/** The width from the environment, for output into a pipe or a file. */
function columnsAsked(): number {
  const asked = process.env.COLUMNS ?? "";
  return /^[1-9][0-9]{0,3}$/.test(asked) ? Number(asked) : 80;
}

/** Breaks a text at spaces, so that no line is wider than the terminal; later lines are indented. */
export function wrap(text: string, width: number, indent = ""): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const token of paragraph.split(" ")) {
      const available = lines.length === 0 ? width : width - indent.length;
      if (line !== "" && line.length + 1 + token.length > available) {
        lines.push(lines.length === 0 ? line : indent + line);
        line = token;
      } else {
        line = line === "" ? token : `${line} ${token}`;
      }
    }
    lines.push(lines.length === 0 ? line : indent + line);
  }
  return lines;
}

/**
 * Rows of two columns, the second wrapped beside the first. A label too long for its column gets a
 * line of its own.
 */
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

/** Milliseconds before the first drawing. */
const SHOW_AFTER = 400;
/** Least milliseconds between two drawings. */
const REDRAW_AFTER = 80;

/** The same for lines in a pipe or a log, which stay there. */
const WRITE_AFTER = 1000;
const WRITE_AGAIN_AFTER = 5000;

/** How progress is shown: on a line that is drawn again and again, as lines that stay, or not at all. */
export type ProgressForm = "drawn" | "lines" | "none";

/** Where progress would be shown. */
interface ProgressPlace {
  readonly isSilent: boolean;
  /** Whether what was drawn can be erased again. */
  readonly canRedraw: boolean;
}

/**
 * How the progress of a command is shown. In a pipe or a log only a command that gives its result piece by piece writes
 * lines, such as `task run`: others end soon enough, and their readers may take every line for a fault.
 */
export function progressForm(
  command: { readonly piece?: unknown },
  { isSilent, canRedraw }: ProgressPlace,
): ProgressForm {
  if (isSilent) return "none";
  if (canRedraw) return "drawn";
  return command.piece === undefined ? "none" : "lines";
}

/** What shows how far long work is. */
export interface Progress {
  /** Its first line says it all; the others are shown only where they can be drawn again. */
  show(text: string): void;
  clear(): void;
}

/** Shows how far long work is; short commands never do. */
export function createProgress(stream: NodeJS.WriteStream, form: ProgressForm): Progress {
  if (form === "drawn") return drawnProgress(stream);
  return { show: form === "lines" ? writtenProgress(stream) : () => {}, clear: () => {} };
}

function writtenProgress(stream: Pick<NodeJS.WriteStream, "write">): Progress["show"] {
  let next = Date.now() + WRITE_AFTER;
  return (text) => {
    const now = Date.now();
    if (now < next) return;
    next = now + WRITE_AGAIN_AFTER;
    stream.write(`${text.split("\n", 1)[0]}\n`);
  };
}

/** Lines on a terminal that are rewritten during long work and cleared when it ends. */
function drawnProgress(stream: NodeJS.WriteStream): Progress {
  const started = Date.now();
  let drawn = 0;
  let above = 0; // Lines above the one that the cursor is on.
  const erase = () => `\r${above > 0 ? `\u001b[${above}A` : ""}\u001b[J`;
  return {
    show(text: string): void {
      const now = Date.now();
      if (now - started < SHOW_AFTER || now - drawn < REDRAW_AFTER) return;
      drawn = now;
      const width = (stream.columns ?? 80) - 1;
      const height = (stream.rows ?? 24) - 1;
      // A longer or wider text would scroll, and could not be erased.
      const lines = text
        .split("\n", height)
        .map((line) => (line.length > width ? `${line.slice(0, width - 1)}…` : line));
      stream.write(`${erase()}${lines.join("\n")}`);
      above = lines.length - 1;
    },
    clear(): void {
      if (drawn > 0) stream.write(erase());
      drawn = 0;
      above = 0;
    },
  };
}
