import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import { formatNumber } from "../../base/text/format-count.ts";
import { EVENTS, INSIGHTS, markdownIn } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import type { RegistryEntry } from "../workspace/record.ts";
import { type BodySection, renderSections } from "./body.ts";
import { fitItems, type TokenBudget } from "./fit.ts";
import { fitOutlines, type OutlinedFile } from "./fit-outlines.ts";
import { describeKnowledge, knowledgeInputs } from "./knowledge.ts";
import { hasMarkedBlocks, outlineOf, verbatimOf } from "./outline.ts";
import type { CuratedFile, InputRef } from "./provenance.ts";
import { hasUnwritten } from "./unwritten.ts";

/** Tokens that the kernel and the guardrails may have together: they are never shortened. */
const MAX_VERBATIM = 1500;
const KERNEL = "kernel.md";
const GUARDRAILS = "guardrails.md";
const persona = ["persona.md", "persona/golden_identity.md"] as const;

/** What the index has for a file that is as `init` wrote it. */
export const NOT_WRITTEN = "not written yet";

/** Who this responsibility is: kernel and guardrails as they are, voice and long-lived mandates, and where more is. */
export function buildSystemContext(
  files: ResponsibilityFiles,
  entry: RegistryEntry | null,
  { budget }: { readonly budget: TokenBudget },
): CuratedFile {
  const definitions = markdownIn(files, "mandates/definitions");
  const inputs = [KERNEL, GUARDRAILS, ...persona, ...definitions, "manifest.json"];
  const present = inputs.filter((path) => files.stat(path) !== null);
  const registry = entry === null ? [] : [registryLine(entry)];
  requireShort(files, budget);
  const rules: readonly BodySection[] = [
    { heading: "Kernel", lines: [...registry, ...verbatimLines(files, KERNEL)] },
    { heading: "Guardrails", lines: verbatimLines(files, GUARDRAILS) },
  ];
  const title = "System context";
  const left = Math.max(
    0,
    budget.tokens - budget.count(renderSections({ title, sections: rules })),
  );
  const share = (part: number): TokenBudget => ({ ...budget, tokens: Math.floor(left * part) });
  const voices = outlined(files, persona);
  const describeRest = (folder: string) => (more: number) => `- and ${more} more in ${folder}/`;
  return {
    stem: "system_context",
    role: "long_term_memory",
    hasMarkedBlocks: present.some((path) => files.derive(path, "marked", hasMarkedBlocks)),
    title,
    sections: [
      ...rules,
      {
        heading: "Persona voice",
        lines: fitOutlines(voices, share(0.2), describeRest("persona")),
      },
      {
        heading: "Long-lived mandates",
        lines: fitOutlines(
          outlined(files, definitions),
          share(0.25),
          describeRest("mandates/definitions"),
        ),
      },
      {
        heading: "Canonical files",
        lines: fitItems(
          indexLines(files, voices),
          share(0.15),
          (more) => `- and ${more} more files`,
        ),
      },
      { heading: "Knowledge", lines: describeKnowledge(files, share(0.4)) },
    ],
    inputs: [
      ...knowledgeInputs(files),
      ...present.map((path): InputRef => ({ ref: path, sha256: files.facts(path).sha256 })),
      ...(entry === null
        ? []
        : [{ ref: `sql:responsibilities#${entry.id}`, sha256: sha256(JSON.stringify(entry)) }]),
    ],
  };
}

function registryLine({ id, name, status, chief_of_staff_id: chief }: RegistryEntry): string {
  const above = chief === id ? "" : `, reports to ${chief}`;
  return `Responsibility ${id}${name === null ? "" : ` (${name})`}: ${status}${above}.`;
}

/** Refuses rules that are too long to be given out as they are. */
function requireShort(files: ResponsibilityFiles, { count }: TokenBudget): void {
  const sizes = [KERNEL, GUARDRAILS].map((path) => ({
    path,
    tokens: count(verbatimLines(files, path).join("\n")),
  }));
  const total = sizes.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total <= MAX_VERBATIM) return;
  const { path } = sizes.reduce((a, b) => (b.tokens > a.tokens ? b : a));
  const listed = sizes.map((each) => `${each.path} ${formatNumber(each.tokens)}`).join(", ");
  throw new HoldallError(
    "E_TOO_LARGE",
    `Cannot use "${path}": kernel and guardrails are given to a model as they are and may have ${formatNumber(MAX_VERBATIM)} tokens together, but have ${formatNumber(total)} (${listed})`,
    { cure: `shorten "${path}", or mark the parts that every task needs with curator:include` },
  );
}

function verbatimLines(files: ResponsibilityFiles, path: string): readonly string[] {
  if (files.stat(path) === null) return [];
  const { text, isPart } = files.derive(path, "verbatim", (content) => verbatimOf(content, 3));
  if (text === "") return [];
  return isPart ? [text, "", `… more ([${path}](${path}))`] : [text];
}

/** Files with something in them that a person wrote, each below a heading that links to it. */
function outlined(files: ResponsibilityFiles, paths: readonly string[]): readonly OutlinedFile[] {
  return paths.flatMap((path) => {
    if (files.stat(path) === null) return [];
    const outline = files.derive(path, "outline", (text) => ({
      ...outlineOf(text, 4),
      isBlank: hasUnwritten(text),
    }));
    if (outline.pieces.length === 0 && outline.isBlank) return [];
    return [{ path, heading: `### [${outline.title ?? path}](${path})`, outline }];
  });
}

/** One line for each file that is not linked above, with what it answers. */
function indexLines(
  files: ResponsibilityFiles,
  linked: readonly OutlinedFile[],
): readonly string[] {
  const answers = [
    [KERNEL, "what this role is for and decides"],
    [GUARDRAILS, "rules and limits of every task"],
    ["persona.md", NOT_WRITTEN],
    ["persona/golden_identity.md", NOT_WRITTEN],
    ["manifest.json", "tags, tools and dependencies"],
    [EVENTS, "every event and decision, oldest first"],
    [INSIGHTS, "what earlier events came to"],
  ] as const;
  return answers
    .filter(([path]) => files.stat(path) !== null && !linked.some((file) => file.path === path))
    .map(([path, answer]) => `- [${path}](${path}): ${answer}`);
}
