/**
 * One curated Markdown file: YAML front matter with its provenance, then the body. Each fault is
 * reported with the line in the Markdown file, not in the YAML block.
 */

import { checkRecord } from "../../base/check-record.ts";
import type { FileSet } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { pathFault } from "../../base/paths.ts";
import { readText } from "../../base/read-document.ts";
import { excerpt } from "../../base/text/text.ts";
import { splitFrontMatter } from "../../base/yaml/front-matter.ts";
import { parseYaml, withYamlLines } from "../../base/yaml/yaml.ts";
import type { ContextFile } from "../../model/ai-context/context-file.ts";
import { type FrontMatter, frontMatterType, timeOf } from "../../model/ai-context/records.ts";
import { checkSections } from "../../model/ai-context/sections.ts";
import { bodyHash } from "../../model/ai-context/write-yaml.ts";

/** A curated file, and findings that translate pointers into lines of its front matter. */
export interface ReadContextFile {
  readonly content: ContextFile;
  /** Whether its front matter cannot be read; fields are then not checked. */
  readonly isDamaged: boolean;
  readonly findings: Findings;
}

/** Reads a curated file and checks its provenance, its body's hash and its sections. */
export async function readContextFile(
  files: FileSet,
  file: string,
  options: { readonly findings: Findings; readonly maxBytes: number },
): Promise<ReadContextFile | null> {
  const document = await readText(files, file, { ...options, line: 1 });
  if (!document) return null;
  const stem = file.replace(/^.*\//, "").replace(/\.md$/, "");
  const { yaml, yamlLine, body, fault } = splitFrontMatter(document.text);
  if (fault) options.findings.error(fault.code, { file, line: fault.line }, fault.message);
  else if (yaml === null) {
    options.findings.error("E_FRONTMATTER", { file, line: 1 }, "There is no front matter");
  }
  const parsed = parseYaml(yaml ?? "", yamlLine);
  for (const { code, line, message } of parsed.faults) {
    options.findings.error(code, { file, line }, message);
  }
  const findings = withYamlLines(options.findings, parsed);
  const frontMatter = isObject(parsed.value) ? parsed.value : null;
  // Damaged front matter is one fault; checking its fields would report the consequences as well.
  const isDamaged = fault !== null || parsed.faults.length > 0;
  if (yaml !== null && !isDamaged) checkFields(parsed.value, stem, file, findings);
  if (frontMatter && !isDamaged) checkBody(frontMatter, body, file, findings);
  checkSections(stem, body, file, options.findings);
  return { content: { stem, bytes: document.bytes, frontMatter, body }, isDamaged, findings };
}

function checkFields(value: unknown, stem: string, file: string, findings: Findings): void {
  if (!isObject(value)) {
    findings.error("E_FRONTMATTER", { file }, "The front matter has no keys");
    return;
  }
  if (!checkRecord(frontMatterType, value, { file }, findings)) return;
  if (value.bundle_file && value.bundle_file !== stem) {
    const message = `The front matter names the file "${excerpt(value.bundle_file)}"`;
    findings.error("E_FRONTMATTER", { file, pointer: "/bundle_file" }, message);
  }
  if ((timeOf(value.updated_at) ?? 0n) < (timeOf(value.created_at) ?? 0n)) {
    const place = { file, pointer: "/updated_at" };
    findings.warn("W_RANGE", place, "The file was updated before it was created");
  }
  checkInputs(value.inputs ?? [], file, findings);
}

/**
 * An input is a path inside the bundle, or a reference to a database query that starts with `sql:`.
 */
function checkInputs(inputs: FrontMatter["inputs"] & object, file: string, findings: Findings) {
  for (const [index, { ref }] of inputs.entries()) {
    const fault = ref.startsWith("sql:") ? null : pathFault(ref);
    if (!fault) continue;
    const place = { file, pointer: `/inputs/${index}/ref` };
    findings.error("E_PATH", place, `The path "${excerpt(ref)}" ${fault}`);
  }
}

/**
 * The recorded hash is that of the body with LF line ends, so that a checkout on Windows still
 * matches.
 */
function checkBody(frontMatter: JsonObject, body: string, file: string, findings: Findings): void {
  const declared = frontMatter.content_sha256;
  if (typeof declared !== "string") return;
  const actual = bodyHash(body);
  if (declared === actual) return;
  const place = { file, pointer: "/content_sha256" };
  const message = "The text below the front matter is not the one whose hash is recorded";
  findings.error("E_DIGEST", place, message, { declared, actual });
}
