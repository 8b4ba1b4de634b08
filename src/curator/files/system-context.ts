import { sha256 } from "../../base/hash.ts";
import { markdownIn } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import type { RegistryEntry } from "../workspace/record.ts";
import { extractLines, hasMarkedBlocks } from "./extract.ts";
import type { TokenBudget } from "./fit.ts";
import { describeKnowledge } from "./knowledge.ts";
import { parseMarkdown } from "./markdown.ts";
import type { CuratedFile, InputRef } from "./provenance.ts";

/** Who this responsibility is: kernel, guardrails, voice and long-lived mandates, with links to all of it. */
export function buildSystemContext(
  files: ResponsibilityFiles,
  entry: RegistryEntry | null,
  { budget }: { readonly budget: TokenBudget },
): CuratedFile {
  const persona = ["persona.md", "persona/golden_identity.md"];
  const definitions = markdownIn(files, "mandates/definitions");
  const inputs = ["kernel.md", "guardrails.md", ...persona, ...definitions, "manifest.json"];
  const present = inputs.filter((path) => files.stat(path) !== null);
  const registry = entry === null ? [] : [registryLine(entry)];
  return {
    stem: "system_context",
    role: "long_term_memory",
    hasMarkedBlocks: present.some((path) => files.derive(path, "marked", hasMarkedBlocks)),
    title: "System context",
    sections: [
      { heading: "Kernel", lines: [...registry, ...extractOf(files, "kernel.md")] },
      { heading: "Guardrails", lines: extractOf(files, "guardrails.md") },
      { heading: "Persona voice", lines: persona.flatMap((path) => extractOf(files, path)) },
      {
        heading: "Long-lived mandates",
        lines: definitions.flatMap((path) => describeMandate(files, path)),
      },
      { heading: "Canonical files", lines: present.map((path) => describeFile(files, path)) },
      { heading: "Knowledge", lines: describeKnowledge(files, budget) },
    ],
    inputs: [
      ...present.map((path): InputRef => ({ ref: path, sha256: files.facts(path).sha256 })),
      ...(entry === null
        ? []
        : [{ ref: `sql:responsibilities#${entry.id}`, sha256: sha256(JSON.stringify(entry)) }]),
    ],
  };
}

function registryLine({ id, name, status, chief_of_staff_id: chief }: RegistryEntry): string {
  return `Responsibility ${id}${name === null ? "" : ` (${name})`}: ${status}, reports to ${chief}.`;
}

function extractOf(files: ResponsibilityFiles, path: string): readonly string[] {
  if (files.stat(path) === null) return [];
  return files.derive(path, "extract", (text) => extractLines(text, path));
}

function describeMandate(files: ResponsibilityFiles, path: string): readonly string[] {
  return files.derive(path, "mandate", (text) => {
    const title = parseMarkdown(text).title ?? path;
    return [`- [${title}](${path})`, ...extractLines(text, path).map((line) => `  ${line}`)];
  });
}

function describeFile(files: ResponsibilityFiles, path: string): string {
  const { sha256: digest, lines } = files.facts(path);
  return `- [${path}](${path}) sha256 ${digest.slice(0, 12)}, ${lines} lines`;
}
