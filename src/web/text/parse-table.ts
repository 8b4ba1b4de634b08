/** A table of a Markdown text; every row has as many cells as the head. */
export interface TablePart {
  readonly kind: "table";
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const MAX_COLUMNS = 30;
const MAX_ROWS = 500;
const RULE_CELL = /^\s*:?-{1,100}:?\s*$/;
const CELL_END = /(?<!\\)\|/;

/** The table that these lines are; null if they are none, or one that is too large to lay out. */
export function parseTable(lines: readonly string[]): TablePart | null {
  const [first = "", second = "", ...rest] = lines;
  if (!isTableRule(second)) return null;
  const head = cellsOf(first);
  if (head.length > MAX_COLUMNS || rest.length > MAX_ROWS) return null;
  const rows = rest.map((line) => {
    const cells = cellsOf(line);
    return head.map((_, at) => cells[at] ?? "");
  });
  return { kind: "table", head, rows };
}

/** Whether a line is the one below the head of a table: `|---|:--:|`. */
export function isTableRule(line: string): boolean {
  return line.includes("|") && line.length < 4_000 && cellsOf(line).every(isRuleCell);
}

function isRuleCell(cell: string): boolean {
  return RULE_CELL.test(cell);
}

function cellsOf(line: string): readonly string[] {
  const trimmed = line.trim();
  const inner = trimmed.startsWith("|") ? trimmed.slice(1) : trimmed;
  const ended = inner.endsWith("|") && !inner.endsWith("\\|") ? inner.slice(0, -1) : inner;
  return ended.split(CELL_END).map((cell) => cell.trim().replaceAll("\\|", "|"));
}
