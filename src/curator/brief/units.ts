import { compareBytes } from "../../base/file-set.ts";
import { type Pack, type PackFile, packSection } from "../pack/pack.ts";
import { jaccard, normalise, stemsOf } from "./terms.ts";

/** A bullet, a step or a sentence of a pack, with its place. */
export interface Unit {
  readonly file: PackFile;
  readonly section: string;
  /** Place in the order of all files of the brief. */
  readonly order: number;
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  readonly score: number;
}

/** A unit that was left out, and why. */
export interface RejectedUnit {
  readonly file: string;
  readonly section: string;
  readonly text: string;
  readonly reason: "overrides_the_stack" | "too_long";
}

/** Sections from which units are cut. */
const unitSections = [
  "TL;DR",
  "Objectives",
  "Core Principles",
  "Canonical Structure / Steps",
  "Heuristics & Checklists",
  "Examples & Anti-Examples",
] as const;

const MAX_TOKENS = 60;
const typeOrder = ["policy", "identity", "playbook", "template", "reference"];
const priorityOrder = ["high", "normal", "low"];

/** The files of the packs in the order in which a brief reads them. */
export function orderFiles(packs: readonly Pack[]): readonly PackFile[] {
  return packs
    .flatMap(({ files }) => files)
    .map((file, index) => ({ file, index }))
    .sort((a, b) => rank(a.file) - rank(b.file) || a.index - b.index)
    .map(({ file }) => file);
}

function rank({ facts }: PackFile): number {
  return typeOrder.indexOf(facts.type) * 10 + priorityOrder.indexOf(facts.priority ?? "normal");
}

/** Cuts files into units, scores them by the query, and removes those that say the same. */
export function cutUnits(
  files: readonly PackFile[],
  query: readonly string[],
  count: (text: string) => number,
): { readonly units: readonly Unit[]; readonly rejected: readonly RejectedUnit[] } {
  const rejected: RejectedUnit[] = [];
  const cut: Omit<Unit, "score">[] = [];
  for (const file of files) {
    for (const section of unitSections) {
      const lines = packSection(file, section).map((line) => normalise(line));
      const found = section === "TL;DR" ? sentencesOf(lines.join(" ")) : bulletsOf(lines);
      for (const text of found) {
        const fits = fitUnit(text, count);
        const reason = overridesStack(text)
          ? "overrides_the_stack"
          : fits === null
            ? "too_long"
            : null;
        if (reason !== null) rejected.push({ file: file.facts.id, section, text, reason });
        else if (fits !== null) {
          cut.push({ file, section, order: cut.length, text: fits, stems: new Set(stemsOf(fits)) });
        }
      }
    }
  }
  return { units: withoutTwins(scoreUnits(cut, query)), rejected };
}

/** Bullets and numbered items with their continuation lines, as single lines without their marks. */
function bulletsOf(lines: readonly string[]): readonly string[] {
  const items: string[] = [];
  for (const line of lines) {
    const item = /^(?:- |\d{1,3}[.)] )(.*)/.exec(line);
    if (item) items.push((item[1] ?? "").trim());
    else if (/^\s+\S/.test(line) && items.length > 0) items.push(`${items.pop()} ${line.trim()}`);
  }
  return items.filter((item) => item !== "");
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?]) +/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** A unit that is not too long, cut at the end of a sentence; null if none fits. */
function fitUnit(text: string, count: (text: string) => number): string | null {
  if (count(text) <= MAX_TOKENS) return text;
  const sentences = sentencesOf(text);
  for (let end = sentences.length - 1; end > 0; end--) {
    const short = sentences.slice(0, end).join(" ");
    if (count(short) <= MAX_TOKENS) return short;
  }
  return null;
}

const VERBS = new Set(["ignore", "disregard", "override"]);
const LAYERS = ["guardrail", "instruction", "persona", "identity", "system"];

/** Whether a text asks its reader to disregard a stronger layer. */
export function overridesStack(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}]+/gu) ?? [];
  return words.some((word, index) => {
    if (!VERBS.has(word)) return false;
    const near = words.slice(Math.max(0, index - 6), index + 7);
    return near.some((other) => LAYERS.some((layer) => other.startsWith(layer)));
  });
}

const K1 = 1.2;
const B = 0.75;

/** BM25 of the query over all units; terms are summed in a fixed order, so that sums are equal everywhere. */
function scoreUnits(
  cut: readonly Omit<Unit, "score">[],
  query: readonly string[],
): readonly Unit[] {
  const terms = [...new Set(query)].sort(compareBytes);
  const documents = cut.map(({ text }) => stemsOf(text));
  const average = documents.reduce((sum, { length }) => sum + length, 0) / (documents.length || 1);
  const frequency = new Map(
    terms.map((term) => [term, documents.filter((stems) => stems.includes(term)).length]),
  );
  return cut.map((unit, index) => {
    const stems = documents[index] ?? [];
    let sum = 0;
    for (const term of terms) {
      const times = stems.filter((each) => each === term).length;
      const has = frequency.get(term) ?? 0;
      const rarity = Math.log(1 + (documents.length - has + 0.5) / (has + 0.5));
      sum +=
        (rarity * times * (K1 + 1)) / (times + K1 * (1 - B + (B * stems.length) / (average || 1)));
    }
    const { type, priority } = unit.file.facts;
    const weight = (type === "policy" ? 1.5 : 1) * (priority === "high" ? 1.3 : 1);
    return { ...unit, score: Math.round(sum * weight * 1e6) / 1e6 };
  });
}

/** Of units that say nearly the same, the better one. */
function withoutTwins(units: readonly Unit[]): readonly Unit[] {
  const kept: Unit[] = [];
  for (const unit of bestFirst(units)) {
    if (kept.every((other) => jaccard(unit.stems, other.stems) < 0.6)) kept.push(unit);
  }
  return kept.sort((a, b) => a.order - b.order);
}

/** Units by score; equal ones in the order of the files. */
export function bestFirst(units: readonly Unit[]): readonly Unit[] {
  return units.toSorted((a, b) => b.score - a.score || a.order - b.order);
}
