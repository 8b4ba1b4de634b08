import { contentDigest } from "../base/hash.ts";

/** What a unit of a session comes down to. */
export interface UnitContent {
  /** Who says it, or which tool was called. */
  readonly label: string;
  /** Arguments of a call. */
  readonly given?: unknown;
  /** What was said, or what came of a call. */
  readonly text: string;
}

/** A unit of a session: what it comes down to, and where it is from. */
export interface SessionUnit {
  /** In full, or as a digest. */
  readonly content: UnitContent | string;
  /** The same for units that are the same, and for some others. */
  readonly outline: string;
  /** Whether its place among the others counts: some receivers put calls behind the text of an answer. */
  readonly isMessage: boolean;
  /** Places of its records. */
  readonly where: readonly string[];
}

/** The same for units that say the same, and different for all others. */
export function digestOf({ content }: SessionUnit): string {
  return typeof content === "string" ? content : digestContent(content);
}

/** A digest of what a unit says. */
export function digestContent({ label, given, text }: UnitContent): string {
  return contentDigest(`${label}\0${given === undefined ? "" : JSON.stringify(given)}\0${text}`);
}

/** Something short that is the same for units that say the same. */
export function outlineOf({ label, text }: UnitContent): string {
  return `${label} ${text.length}`;
}

/** Whether two units say the same: compared in full where both are there in full, else by their digests. */
export function isSameUnit(left: SessionUnit, right: SessionUnit): boolean {
  if (left.outline !== right.outline) return false;
  const one = left.content;
  const other = right.content;
  if (typeof one === "string" || typeof other === "string")
    return digestOf(left) === digestOf(right);
  return (
    one.label === other.label &&
    isSameText(one.text, other.text) &&
    (isSameValue(one.given, other.given, 0) ||
      JSON.stringify(one.given) === JSON.stringify(other.given))
  );
}

/** Half a character has no form in UTF-8: there one stands for all of them. */
function isSameText(left: string, right: string): boolean {
  return left === right || left.toWellFormed() === right.toWellFormed();
}

/** What is nested deeper is compared as it is written. */
const DEEPEST = 100;

/** Whether two values are surely written alike, which for most takes less than writing them. */
function isSameValue(left: unknown, right: unknown, depth: number): boolean {
  if (left === right) return true;
  if (!isContainer(left) || !isContainer(right) || depth > DEEPEST) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  const others = Object.keys(right);
  return (
    names.length === others.length &&
    names.every(
      (name, at) => name === others[at] && isSameValue(left[name], right[name], depth + 1),
    )
  );
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
