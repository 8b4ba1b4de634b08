import { type Anchors, anchorGroup } from "../anchors.ts";
import { isSecret } from "../judge-value.ts";
import { lookOf } from "../password-look.ts";
import { strengthOf } from "../secret-names.ts";
import type { Sighting } from "../sighting.ts";

const inserts = anchorGroup(
  ["INSERT", "REPLACE", "IGNORE"].flatMap((verb) => [
    `${verb} INTO `,
    `${verb.toLowerCase()} into `,
  ]),
);
const updates = anchorGroup(["UPDATE ", "update "]);

const INSERT =
  /\b(?:insert\s{1,4}(?:or\s{1,4}\w{1,10}\s{1,4}|ignore\s{1,4})?|replace\s{1,4})into\s{1,4}[\w."`[\]]{1,130}\s{0,4}(?:\((?<columns>[^()]{1,2000})\)\s{0,8})?values\s{0,8}(?=\()/gi;
const UPDATE =
  /\bset\s{1,4}["`[]?(?:\w{0,40}_)?value["`\]]?\s{0,4}=\s{0,4}'(?<secret>(?:[^'\n]|''){4,512})'\s{1,40}where\s{1,40}["`[]?\w{1,40}["`\]]?\s{0,4}=\s{0,4}'(?<name>[\w.-]{1,80})'/gi;
const NAME_COLUMN = /^(?:name|key|setting|option|option_name|config_key|variable|k)$/i;
const VALUE_COLUMN = /^(?:value|val|option_value|config_value|v)$/i;
/** One value of a row: a string, or anything up to a comma. */
const VALUE =
  /\s{0,40}(?:[NEne]?'(?<text>(?:[^'\n]|''){0,8192})'|[^,()'\n]{0,200}(?:\([^()\n]{0,200}\))?)\s{0,40}(?<end>[,)])/y;
const NEXT_ROW = /\s{0,40},\s{0,40}(?:--[^\n]{0,200}\n\s{0,40})?(?=\()/y;
const MAX_ROWS = 2000;
const MAX_CELLS = 100;

/** Secrets in statements of SQL, by the column that they are written to. */
export function* findSqlValues(text: string, anchors: Anchors): Generator<Sighting> {
  if (!anchors.isTelling) return;
  if (anchors.contains(inserts)) yield* findInserts(text);
  if (anchors.contains(updates) && / where /i.test(text)) yield* findUpdates(text);
}

function* findInserts(text: string): Generator<Sighting> {
  for (const { index, 0: head, groups } of text.matchAll(INSERT)) {
    if (groups?.columns === undefined) {
      yield* judgedByLook(readRow(text, index + head.length, MAX_CELLS).cells);
      continue;
    }
    const columns = groups.columns.split(",");
    const names = columns.map((each) => each.replaceAll(/["`[\]\s]/g, ""));
    yield* findInRows(text, index + head.length, names);
  }
}

function* findUpdates(text: string): Generator<Sighting> {
  for (const match of text.matchAll(UPDATE)) {
    const { secret = "", name = "" } = match.groups ?? {};
    const at = match.index + match[0].indexOf(`'${secret}'`) + 1;
    yield* judged({ value: secret, at }, name);
  }
}

interface Cell {
  readonly value: string;
  readonly at: number;
}

function* findInRows(text: string, start: number, columns: readonly string[]): Generator<Sighting> {
  const naming = columns.findIndex((column) => NAME_COLUMN.test(column));
  const isTelling = columns.map((column) => strengthOf(column) !== "none");
  if (naming === -1 && !isTelling.includes(true)) return;
  let from: number | null = start;
  for (let row = 0; row < MAX_ROWS && from !== null; row++) {
    const { cells, end } = readRow(text, from, columns.length);
    if (cells.length !== columns.length) return void (yield* judgedByLook(cells));
    for (const [number, cell] of cells.entries()) {
      const column = columns[number] ?? "";
      const name = VALUE_COLUMN.test(column) ? (cells[naming]?.value ?? "") : column;
      yield* judged(cell, name);
    }
    NEXT_ROW.lastIndex = end;
    from = NEXT_ROW.test(text) ? NEXT_ROW.lastIndex : null;
  }
}

/** The cells of a row in brackets, as far as they can be read; what is no string is empty. */
function readRow(
  text: string,
  open: number,
  most: number,
): { readonly cells: readonly Cell[]; readonly end: number } {
  const cells: Cell[] = [];
  VALUE.lastIndex = open + 1;
  for (let match = VALUE.exec(text); match !== null; match = VALUE.exec(text)) {
    const value = match.groups?.text ?? "";
    cells.push({ value, at: match.index + match[0].indexOf("'") + 1 });
    if (cells.length > most) break;
    if (match.groups?.end === ")") return { cells, end: VALUE.lastIndex };
  }
  return { cells, end: text.length };
}

/** Values whose columns are not known for certain. */
function* judgedByLook(cells: readonly Cell[]): Generator<Sighting> {
  for (const { value, at } of cells) {
    if (lookOf(value) === "strong") yield { kind: "assigned_secret", secret: value, at };
  }
}

function* judged({ value, at }: Cell, name: string): Generator<Sighting> {
  const strength = strengthOf(name);
  if (strength === "none" || !isSecret({ value, at, writing: "quoted" }, strength)) return;
  yield { kind: "assigned_secret", secret: value, at, name };
}
