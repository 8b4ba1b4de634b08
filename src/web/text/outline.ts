import type { Row } from "../page.ts";
import { isPrompt } from "./message-writer.ts";
import { rowName } from "./row-address.ts";

/** A prompt, and what followed until the next one. */
export interface OutlinePrompt {
  readonly number: number;
  readonly text: string;
  /** From the prompt to the last item before the next one; null where times are not known. */
  readonly durationMs: number | null;
  /** Tokens that models wrote; 0 where the agent records none. */
  readonly output: number;
  /** US dollars; null where the price of a model is not known. */
  readonly usd: number | null;
  readonly failures: number;
}

/** A file that the conversation changed. */
export interface OutlineFile {
  readonly path: string;
  readonly changes: number;
  /** The number of the last row that changed it. */
  readonly last: number;
}

/** What happened in a conversation, at a glance. */
export interface Outline {
  readonly prompts: readonly OutlinePrompt[];
  /** The files that changed, those that changed last first. */
  readonly files: readonly OutlineFile[];
  /** Errors and calls that failed. */
  readonly failures: readonly Pick<Row, "number" | "text">[];
}

const MAX_TITLE = 120;

/** Builds the outline of the rows that are there. */
export function outlineOf(rows: readonly Row[]): Outline {
  const prompts: { -readonly [Key in keyof OutlinePrompt]: OutlinePrompt[Key] }[] = [];
  const files = new Map<string, OutlineFile>();
  const failures: Pick<Row, "number" | "text">[] = [];
  let startedAt = Number.NaN;
  for (const row of rows) {
    if (isPrompt(row) && row.group === undefined) {
      startedAt = timeOf(row);
      prompts.push({ ...titleOf(row), durationMs: null, output: 0, usd: 0, failures: 0 });
    }
    const prompt = prompts.at(-1);
    const file = changedFile(row);
    if (file !== null) {
      files.set(file, {
        path: file,
        changes: (files.get(file)?.changes ?? 0) + 1,
        last: row.number,
      });
    }
    const isFailure = row.kind === "error" || row.tool?.ok === false;
    if (isFailure) failures.push(titleOf(row));
    if (prompt === undefined) continue;
    const { output, usd } = row.used ?? { output: 0, usd: 0 };
    prompt.output += output;
    prompt.usd = prompt.usd === null || usd === null ? null : prompt.usd + usd;
    if (isFailure) prompt.failures++;
    const passed = timeOf(row) - startedAt;
    if (passed > (prompt.durationMs ?? 0)) prompt.durationMs = passed;
  }
  const changed = [...files.values()].sort((left, right) => right.last - left.last);
  return { prompts, files: changed, failures };
}

/** What a conversation took. */
export interface OutlineTotals {
  /** From each prompt to the last item before the next one, together; null where times are not known. */
  readonly durationMs: number | null;
  readonly input: number;
  readonly output: number;
  /** US dollars; null where the price of a model is not known. */
  readonly usd: number | null;
}

/** Sums what the rows that are there took; sub-agents cost as well. */
export function totalsOf(rows: readonly Row[]): OutlineTotals {
  const totals = { durationMs: null as number | null, input: 0, output: 0 };
  let usd: number | null = 0;
  let last: number | null = null;
  for (const row of rows) {
    const { input, output, usd: cost } = row.used ?? { input: 0, output: 0, usd: 0 };
    totals.input += input;
    totals.output += output;
    usd = usd === null || cost === null ? null : usd + cost;
    const at = timeOf(row);
    if (row.group !== undefined || Number.isNaN(at)) continue;
    // What passes before a prompt is the person's time.
    const isWork = last !== null && !isPrompt(row);
    if (isWork) totals.durationMs = (totals.durationMs ?? 0) + Math.max(0, at - (last ?? at));
    last = at;
  }
  return { ...totals, usd };
}

function titleOf(row: Row): Pick<Row, "number" | "text"> {
  const { number, text, tool } = row;
  const line = text.trim().slice(0, MAX_TITLE).split("\n", 1)[0] ?? "";
  return { number, text: line === "" ? (tool?.name ?? rowName(row)) : line };
}

function timeOf({ at }: Row): number {
  return at === null ? Number.NaN : Date.parse(at);
}

/** The file that a row changed, whether its agent records changes or only the calls for them. */
function changedFile({ kind, text, tool }: Row): string | null {
  if (kind === "file") return text.slice(text.indexOf(" ") + 1);
  return tool?.edit !== undefined && tool.ok !== false ? tool.edit.path : null;
}

/** A duration in the unit that reads best: "12 s", "3 min", "1 h 20 min". */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? "" : ` ${rest} min`}`;
}

/** A number of tokens, short: "850", "12k", "3.4M". */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  return tokens < 999_500 ? `${Math.round(tokens / 1000)}k` : `${(tokens / 1e6).toFixed(1)}M`;
}
