/**
 * The brief of a task, built from packs without a model: the same inputs give the same bytes. It is
 * the only text of a pack that reaches a prompt.
 */

import { sha256 } from "../../base/hash.ts";
import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import { parseMarkdown, sectionLines, textOf } from "../files/markdown.ts";
import { type Pack, packSection } from "../pack/pack.ts";
import { choosePacks } from "./choose-packs.ts";
import { BriefFault } from "./fault.ts";
import { normalise, stemsOf, trimLines } from "./terms.ts";
import { bestFirst, cutUnits, orderFiles, type RejectedUnit, type Unit } from "./units.ts";

/** Tokens of a brief. */
export const BRIEF_TOKENS = { min: 500, max: 1200 } as const;
/** Tokens above which a brief with its sources is elevated, and dense. */
const DENSITY = { ok: 2000, elevated: 3500 } as const;
/** More packs than this are dense, however short they are. */
const MAX_PACKS = 2;
const PRINCIPLES = { min: 5, max: 8 } as const;

/** What a brief is built from. */
export interface BriefInput {
  readonly goal: string;
  readonly mandate: { readonly id: string; readonly text: string } | null;
  readonly packs: readonly Pack[];
  readonly named: readonly string[];
  readonly identity: string | null;
  readonly persona: string | null;
  readonly guardrails: string | null;
  readonly allowShort: boolean;
  readonly count: (text: string) => number;
}

/** A brief with the facts of its front matter. */
export interface Brief {
  readonly body: string;
  readonly tokens: number;
  readonly packs: readonly string[];
  readonly principles: number;
  readonly density: number;
  readonly level: "ok" | "elevated" | "dense";
  readonly rejected: readonly RejectedUnit[];
  readonly inputSha256: string;
  readonly isShort: boolean;
}

/** Builds a brief, or throws a `BriefFault`. */
export function buildBrief(input: BriefInput): Brief {
  const goal = input.goal.trim();
  if (goal === "" || goal.includes("\n"))
    throw new BriefFault("goal", "the goal must be one line with text");
  const query = stemsOf(
    `${goal} ${input.mandate === null ? "" : mandateTitle(input.mandate.text)}`,
  );
  const packs = choosePacks(input.packs, query, input.named);
  const { units, rejected } = cutUnits(orderFiles(packs), query, input.count);
  const parts = selectParts(input, units);
  const fitted = fit(input, goal, parts, units);
  const body = trimLines(render(goal, fitted, input));
  const tokens = input.count(body);
  const isShort = tokens < BRIEF_TOKENS.min;
  if (isShort && !input.allowShort)
    throw new BriefFault(
      "too_small",
      `only ${tokens} tokens, at least ${BRIEF_TOKENS.min} are needed`,
    );
  const density = tokens + sourceTokens(fitted, input.count);
  return {
    body,
    tokens,
    rejected,
    density,
    isShort,
    packs: packs.map(({ id }) => id),
    principles: fitted.principles.length,
    level: densityLevel(density, packs.length),
    inputSha256: hashInputs(input, packs),
  };
}

/** How dense a brief is together with the sections of the packs that supplied something. */
export function densityLevel(tokens: number, packs: number): Brief["level"] {
  if (packs > MAX_PACKS || tokens > DENSITY.elevated) return "dense";
  return tokens > DENSITY.ok ? "elevated" : "ok";
}

interface Principle {
  readonly text: string;
  readonly unit: Unit | null;
}

interface Parts {
  readonly principles: readonly Principle[];
  readonly structure: readonly Unit[];
  readonly clauses: readonly string[];
  readonly constraints: readonly Unit[];
  readonly done: readonly string[];
  readonly doneUnits: readonly Unit[];
  readonly extra: readonly { readonly text: string; readonly unit: Unit }[];
  readonly hasSourceDetail: boolean;
}

function selectParts(input: BriefInput, units: readonly Unit[]): Parts {
  const of = (section: string) => units.filter((unit) => unit.section === section);
  const chosen = bestFirst(of("Core Principles")).slice(0, PRINCIPLES.max);
  const principles: Principle[] = chosen
    .toSorted((a, b) => a.order - b.order)
    .map((unit) => ({ text: unit.text, unit }));
  if (principles.length < PRINCIPLES.min) {
    for (const text of identityBullets(input.identity)) {
      if (principles.length < PRINCIPLES.max)
        principles.push({ text: `${text} (identity)`, unit: null });
    }
  }
  if (principles.length < PRINCIPLES.min) {
    throw new BriefFault(
      "too_few_principles",
      `only ${principles.length} principles, at least ${PRINCIPLES.min} are needed`,
    );
  }
  const heuristics = of("Heuristics & Checklists");
  return {
    principles,
    structure: of("Canonical Structure / Steps"),
    clauses: guardrailClauses(input.guardrails),
    constraints: heuristics.filter(({ file }) => file.facts.type === "policy"),
    done: input.mandate === null ? [] : successMetrics(input.mandate.text),
    doneUnits: of("Objectives"),
    extra: [],
    hasSourceDetail: true,
  };
}

function identityBullets(identity: string | null): readonly string[] {
  if (identity === null) return [];
  const parsed = parseMarkdown(identity);
  return [["Decision Style"], ["Optimization", "Optimisation"]].flatMap((names) =>
    (sectionLines(parsed, ...names) ?? []).flatMap(
      (line) => /^- (.+)/.exec(normalise(line))?.[1] ?? [],
    ),
  );
}

/** Clauses are bullets that begin with an id in brackets. */
function guardrailClauses(guardrails: string | null): readonly string[] {
  const lines = normalise(guardrails ?? "").split("\n");
  return lines.flatMap((line) => /^- (\[[a-z0-9_.-]{1,64}\].*)/.exec(line)?.[1] ?? []);
}

function successMetrics(mandate: string): readonly string[] {
  const lines = sectionLines(parseMarkdown(mandate), "Success metrics", "Done when") ?? [];
  return lines.flatMap((line) => /^- (.+)/.exec(normalise(line))?.[1] ?? []);
}

function mandateTitle(text: string): string {
  const parsed = parseMarkdown(text);
  return [parsed.title, textOf(parsed.frontMatter, "intent")]
    .filter((each) => each !== null)
    .join(" ");
}

/** Removes the least useful parts until it fits, or adds further ones until it is long enough. */
function fit(input: BriefInput, goal: string, start: Parts, units: readonly Unit[]): Parts {
  const size = (parts: Parts) => input.count(trimLines(render(goal, parts, input)));
  let parts = start;
  while (size(parts) > BRIEF_TOKENS.max) {
    const smaller = shrink(parts);
    if (smaller === null)
      throw new BriefFault(
        "too_large",
        `${formatCount(size(parts), "token")}, at most ${formatNumber(BRIEF_TOKENS.max)} are allowed`,
      );
    parts = smaller;
  }
  for (const extra of fillers(units, parts)) {
    if (size(parts) >= BRIEF_TOKENS.min) break;
    const longer = { ...parts, extra: [...parts.extra, extra] };
    if (size(longer) <= BRIEF_TOKENS.max) parts = longer;
  }
  return parts;
}

function shrink(parts: Parts): Parts | null {
  const { structure, constraints, principles, hasSourceDetail } = parts;
  if (structure.length > 0) return { ...parts, structure: withoutWorst(structure) };
  if (constraints.length > 0) return { ...parts, constraints: withoutWorst(constraints) };
  if (principles.length > PRINCIPLES.min) return { ...parts, principles: principles.slice(0, -1) };
  return hasSourceDetail ? { ...parts, hasSourceDetail: false } : null;
}

function withoutWorst(units: readonly Unit[]): readonly Unit[] {
  const worst = bestFirst(units).at(-1);
  return units.filter((unit) => unit !== worst);
}

function fillers(units: readonly Unit[], { constraints }: Parts) {
  const of = (section: string) => bestFirst(units.filter((unit) => unit.section === section));
  const plain = (unit: Unit) => ({ text: unit.text, unit });
  return [
    ...of("TL;DR").map(plain),
    ...of("Heuristics & Checklists")
      .filter((unit) => !constraints.includes(unit))
      .map(plain),
    ...of("Examples & Anti-Examples")
      .filter(({ text }) => /^bad:/i.test(text))
      .map((unit) => ({ text: `Avoid: ${unit.text.replace(/^bad:\s*/i, "")}`, unit })),
  ];
}

function render(goal: string, parts: Parts, { persona, identity }: BriefInput): string {
  const bullet = (text: string) => `- ${text}`;
  const who = persona === null ? null : parseMarkdown(persona);
  const voice = who?.sections.flatMap(({ lines }) => lines).find((line) => line.trim() !== "");
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ["Goal", [goal]],
    [
      "Identity",
      [
        ...(who === null ? [] : [bullet(who.title ?? "Persona")]),
        ...(voice === undefined ? [] : [bullet(normalise(voice).replace(/^- /, "").trim())]),
        ...(identity === null ? [] : [bullet(`Golden identity ${sha256(identity).slice(0, 12)}`)]),
      ],
    ],
    ["Principles", parts.principles.map(({ text }, index) => `${index + 1}. ${text}`)],
    ["Structure", parts.structure.map(({ text }) => bullet(text))],
    [
      "Constraints",
      [
        ...parts.clauses,
        ...parts.constraints.map(({ text }) => text),
        ...parts.extra.map(({ text }) => text),
      ].map(bullet),
    ],
    ["Done when", [...parts.done, ...parts.doneUnits.map(({ text }) => text)].map(bullet)],
    ["Sources", sourceLines(parts).map(bullet)],
  ];
  const filled = sections.map(
    ([heading, lines]) => `## ${heading}\n${lines.length === 0 ? "None." : lines.join("\n")}\n`,
  );
  return `# Task brief\n\n${filled.join("\n")}`;
}

function usedUnits(parts: Parts): readonly Unit[] {
  return [
    ...parts.principles.flatMap(({ unit }) => unit ?? []),
    ...parts.structure,
    ...parts.constraints,
    ...parts.doneUnits,
    ...parts.extra.map(({ unit }) => unit),
  ];
}

function sourceLines(parts: Parts): readonly string[] {
  const byFile = new Map<string, Unit[]>();
  for (const unit of usedUnits(parts)) {
    const key = `${unit.file.facts.id}@${unit.file.facts.version}`;
    byFile.set(key, [...(byFile.get(key) ?? []), unit]);
  }
  return [...byFile].map(([key, units]) => {
    const digest = sha256(units[0]?.file.text ?? "").slice(0, 8);
    const sections = [...new Set(units.map(({ section }) => section.split(" ")[0]))];
    return parts.hasSourceDetail ? `${key}#${sections.join(",")} ${digest}` : `${key} ${digest}`;
  });
}

/** Tokens of every section of a pack that supplied something. */
function sourceTokens(parts: Parts, count: (text: string) => number): number {
  const seen = new Map(usedUnits(parts).map((unit) => [`${unit.file.path}#${unit.section}`, unit]));
  return [...seen.values()].reduce(
    (sum, { file, section }) => sum + count(packSection(file, section).join("\n")),
    0,
  );
}

function hashInputs(input: BriefInput, packs: readonly Pack[]): string {
  const texts = [
    input.goal,
    input.mandate?.id ?? "",
    input.mandate?.text ?? "",
    input.identity ?? "",
    input.persona ?? "",
    input.guardrails ?? "",
    ...input.named,
    ...packs.flatMap(({ id, files }) => [id, ...files.flatMap(({ path, text }) => [path, text])]),
  ];
  return sha256(JSON.stringify(texts));
}
