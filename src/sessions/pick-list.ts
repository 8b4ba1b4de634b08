import { emitKeypressEvents, type Key } from "node:readline";
import type { ReadStream, WriteStream } from "node:tty";
import { fitColumns } from "../base/text/fit-columns.ts";
import { printableLine } from "../base/text/text.ts";

/** One line of a list, and what it selects. */
export interface PickEntry<Value> {
  readonly line: string;
  readonly value: Value;
}

/** A list that is narrowed by typing. */
export interface PickList<Value> {
  readonly heading: string;
  /** What is left when a text was typed; the first is chosen unless the person moves. */
  entries(filter: string): readonly PickEntry<Value>[];
}

/** What a person has typed, and the line that they are on. */
export interface PickState {
  readonly filter: string;
  readonly at: number;
}

/** How a key ends the choice. */
type Ended = "chosen" | "cancelled" | "interrupted";

/** What a key does to a list with `count` entries left. */
export function pressKey(state: PickState, key: Key, count: number): PickState | Ended {
  const { filter, at } = state;
  const move = (to: number) => ({ filter, at: Math.max(0, Math.min(to, count - 1)) });
  if (key.ctrl) return pressControl(state, key, move);
  switch (key.name) {
    case "return":
    case "enter":
      return count === 0 ? state : "chosen";
    case "escape":
      return filter === "" ? "cancelled" : { filter: "", at: 0 };
    case "up":
      return move(at - 1);
    case "down":
    case "tab":
      return move(at + 1);
    case "pageup":
      return move(at - MAX_LINES);
    case "pagedown":
      return move(at + MAX_LINES);
    case "home":
      return move(0);
    case "end":
      return move(count - 1);
    case "backspace":
      return { filter: [...filter].slice(0, -1).join(""), at: 0 };
    default:
      return typedBy(key) === "" ? state : { filter: filter + typedBy(key), at: 0 };
  }
}

function pressControl(
  state: PickState,
  { name }: Key,
  move: (to: number) => PickState,
): PickState | Ended {
  if (name === "c") return "interrupted";
  if (name === "d") return "cancelled";
  if (name === "p") return move(state.at - 1);
  if (name === "n") return move(state.at + 1);
  return name === "u" ? { filter: "", at: 0 } : state;
}

/** What a key types; empty for a key that moves or controls. */
function typedBy({ sequence = "", meta }: Key): string {
  return meta !== true && /^[^\p{C}]+$/u.test(sequence) ? sequence : "";
}

/** Lines that are shown at once. */
const MAX_LINES = 15;
/** The heading, the line that is typed in, and the one that says what is not shown. */
const OTHER_LINES = 4;

/** The list as it is on the screen. */
export function renderList(
  { heading, entries }: PickList<unknown>,
  { filter, at }: PickState,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): string[] {
  const left = entries(filter);
  const count = Math.max(1, Math.min(MAX_LINES, rows - OTHER_LINES));
  const start = Math.max(0, at - count + 1);
  const shown = left.slice(start, start + count);
  const hidden = left.length - shown.length;
  return [
    heading,
    ...shown.map(({ line }, index) => `${start + index === at ? ">" : " "} ${line}`),
    ...(left.length === 0 ? ["  nothing matches"] : []),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
    `Filter: ${filter}`,
  ].map((line) => fitColumns(printableLine(line), columns - 1));
}

/** The terminal that a list is shown on. */
export interface PickTerminal {
  readonly input: Pick<ReadStream, "setRawMode" | "on" | "off" | "resume" | "pause">;
  readonly output: Pick<WriteStream, "write" | "columns" | "rows">;
}

/** Lets a person choose from a list; null when they do not, "interrupted" after Ctrl-C. */
export async function pickFromList<Value>(
  list: PickList<Value>,
  { input, output }: PickTerminal,
): Promise<PickEntry<Value> | null | "interrupted"> {
  emitKeypressEvents(input as ReadStream);
  input.setRawMode(true);
  input.resume();
  const screen = createScreen(output);
  let state: PickState = { filter: "", at: 0 };
  const draw = () => screen.show(renderList(list, state, sizeOf(output)));
  draw();
  try {
    return await new Promise((resolve) => {
      const onKey = (_text: string | undefined, key: Key) => {
        const left = list.entries(state.filter);
        const next = pressKey(state, key, left.length);
        if (typeof next !== "string") {
          state = next;
          draw();
          return;
        }
        input.off("keypress", onKey);
        resolve(next === "chosen" ? (left[state.at] ?? null) : next === "cancelled" ? null : next);
      };
      input.on("keypress", onKey);
    });
  } finally {
    screen.clear();
    input.setRawMode(false);
    input.pause();
  }
}

function sizeOf({ columns, rows }: PickTerminal["output"]) {
  return { columns: columns || 80, rows: rows || 24 };
}

const CLEAR_BELOW = "\u001b[J";

/** Shows lines in the place of those that were shown before. */
function createScreen(output: PickTerminal["output"]) {
  let shown = 0;
  const back = () => `\r${shown > 1 ? `\u001b[${shown - 1}A` : ""}${CLEAR_BELOW}`;
  return {
    show(lines: readonly string[]): void {
      output.write(back() + lines.join("\n"));
      shown = lines.length;
    },
    clear(): void {
      output.write(back());
      shown = 0;
    },
  };
}
