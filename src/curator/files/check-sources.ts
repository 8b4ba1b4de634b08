import { checkRecord } from "../../base/check-record.ts";
import { createFindings, type Finding, type Findings } from "../../base/findings.ts";
import { isObject, type Json } from "../../base/json/value.ts";
import { excerpt } from "../../base/text/text.ts";
import { splitFrontMatter } from "../../base/yaml/front-matter.ts";
import { parseYaml, withYamlLines } from "../../base/yaml/yaml.ts";
import { contextRoles, frontMatterType } from "../../model/ai-context/records.ts";
import { contextSet, EVENTS, markdownIn } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";

const required = ["kernel.md", "guardrails.md", "persona.md"] as const;

/** Checks the files that people write: those that must exist, and the provenance of all of them. */
export function checkSources(files: ResponsibilityFiles): readonly Finding[] {
  const findings = createFindings("strict");
  for (const file of required) {
    if (files.stat(file) !== null) continue;
    findings.warn("W_MISSING_FILE", { file }, `The file "${file}" is missing`);
  }
  const authored = [
    ...required.filter((file) => files.stat(file) !== null),
    ...markdownIn(files, "persona"),
    ...markdownIn(files, "mandates/definitions"),
    ...markdownIn(files, "context/projects"),
    ...markdownIn(files, "context/knowledge"),
    ...[EVENTS].filter((file) => files.stat(file) !== null),
  ];
  for (const file of authored) checkProvenance(file, files.read(file) ?? "", findings);
  return findings.list();
}

/** Files whose front matter cannot be read, with the line; what they say about themselves does not count. */
export function damagedFrontMatter(files: ResponsibilityFiles): readonly string[] {
  return contextSet(files).flatMap((path) => {
    const line = files.derive(path, "damaged", faultLine);
    return line === null ? [] : [`line ${line} of ${path} cannot be read`];
  });
}

function faultLine(text: string): number | null {
  const { yaml, yamlLine, fault } = splitFrontMatter(text);
  if (fault) return fault.line;
  return yaml === null ? null : (parseYaml(yaml, yamlLine).faults[0]?.line ?? null);
}

/** Damaged front matter fails; absent front matter of a file that is not ours is only reported. */
function checkProvenance(file: string, text: string, findings: Findings): void {
  const { yaml, yamlLine, fault } = splitFrontMatter(text);
  if (fault) {
    findings.error(fault.code, { file, line: fault.line }, fault.message);
    return;
  }
  if (yaml === null) {
    if (file !== EVENTS)
      findings.warn("W_SECTION", { file }, "There is no provenance front matter");
    return;
  }
  const parsed = parseYaml(yaml, yamlLine);
  for (const { code, line, message } of parsed.faults)
    findings.error(code, { file, line }, message);
  if (parsed.faults.length > 0 || !isObject(parsed.value)) return;
  checkForeignProvenance(parsed.value, file, withYamlLines(findings, parsed));
}

/**
 * Checks provenance of a file that the curator did not write. Other programs have roles of their own: one
 * that is not listed is reported and does no harm.
 */
export function checkForeignProvenance(
  value: Json | undefined,
  file: string,
  findings: Findings,
): void {
  const role = isObject(value) ? value.context_role : undefined;
  if (!isObject(value) || typeof role !== "string" || isContextRole(role)) {
    checkRecord(frontMatterType, value, { file }, findings);
    return;
  }
  const message = `Unknown context_role "${excerpt(role)}"`;
  findings.warn("W_UNKNOWN_ENUM", { file, pointer: "/context_role" }, message);
  checkRecord(frontMatterType, { ...value, context_role: "scratch" }, { file }, findings);
}

function isContextRole(text: string): boolean {
  return contextRoles.some((role) => role === text);
}
