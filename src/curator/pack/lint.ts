import { checkRecord } from "../../base/check-record.ts";
import { createFindings, type Finding, type Findings } from "../../base/findings.ts";
import { isObject } from "../../base/json/value.ts";
import { pathFault } from "../../base/paths.ts";
import { formatCount } from "../../base/text/format-count.ts";
import { excerpt } from "../../base/text/text.ts";
import { splitFrontMatter } from "../../base/yaml/front-matter.ts";
import { parseYaml, withYamlLines } from "../../base/yaml/yaml.ts";
import { checkForeignProvenance } from "../files/check-sources.ts";
import { parseMarkdown } from "../files/markdown.ts";
import { isId } from "../workspace/ids.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import {
  headingKey,
  MANIFEST,
  PACKS,
  packFileType,
  packManifestType,
  packSections,
} from "./pack.ts";

const MIN_FILES = 3;
const MAX_FILES = 6;
/** Folders below that of a pack are looked through so deep, as for the volume. */
const MAX_DEPTH = 5;

/** Everything that is wrong with a pack. */
export function lintPack(files: ResponsibilityFiles, id: string): readonly Finding[] {
  const findings = createFindings("strict");
  const folder = `${PACKS}/${id}`;
  if (!isId(id)) {
    findings.error("E_PATH", { file: folder }, "The name of the folder is not an id");
    return findings.list();
  }
  const file = `${folder}/${MANIFEST}`;
  const text = files.read(file);
  if (text === null) {
    findings.error("E_MISSING_FILE", { file }, "The manifest is missing");
    return findings.list();
  }
  const { value, faults, lineOf } = parseYaml(text);
  for (const { code, line, message } of faults) findings.error(code, { file, line }, message);
  if (faults.length > 0) return findings.list();
  checkRecord(packManifestType, value, { file }, withYamlLines(findings, { lineOf }));
  if (!isObject(value)) return findings.list();
  if (value.id !== id)
    findings.warn("W_DANGLING", { file }, `The id is not the folder's name, "${id}"`);
  const names = Array.isArray(value.files)
    ? value.files.filter((name) => typeof name === "string")
    : [];
  lintFiles(files, { folder, names }, findings);
  return findings.list();
}

interface Listed {
  readonly folder: string;
  readonly names: readonly string[];
}

function lintFiles(
  files: ResponsibilityFiles,
  { folder, names }: Listed,
  findings: Findings,
): void {
  const manifest = `${folder}/${MANIFEST}`;
  if (names.length < MIN_FILES || names.length > MAX_FILES) {
    const message = `The manifest lists ${formatCount(names.length, "file")}; a pack has ${MIN_FILES} to ${MAX_FILES}`;
    findings.error("E_COUNT", { file: manifest, pointer: "/files" }, message);
  }
  const ids = new Set<string>();
  for (const [index, name] of names.entries()) {
    const place = { file: manifest, pointer: `/files/${index}` };
    const fault = pathFault(name);
    if (fault !== null) findings.error("E_PATH", place, `The path "${excerpt(name)}" ${fault}`);
    else lintFile(files, `${folder}/${name}`, ids, findings);
  }
  lintFolder(files, { folder, names: new Set([MANIFEST, ...names]) }, findings);
}

/** Everything in the folder of a pack, and below it, is listed, and nothing leads elsewhere. */
function lintFolder(
  files: ResponsibilityFiles,
  { folder, names, below = "" }: { folder: string; names: ReadonlySet<string>; below?: string },
  findings: Findings,
): void {
  const at = `${folder}${below}`;
  for (const { path } of files.list(at)) {
    if (names.has(path.slice(folder.length + 1))) continue;
    findings.error("E_UNLISTED", { file: path }, "The file is not listed in the manifest");
  }
  for (const name of files.others(at)) {
    findings.error("E_PATH", { file: `${at}/${name}` }, "It is a link, or no regular file");
  }
  for (const name of below.split("/").length > MAX_DEPTH ? [] : files.folders(at)) {
    lintFolder(files, { folder, names, below: `${below}/${name}` }, findings);
  }
}

function lintFile(
  files: ResponsibilityFiles,
  file: string,
  ids: Set<string>,
  findings: Findings,
): void {
  const text = files.read(file);
  if (text === null) {
    findings.error(
      "E_MISSING_FILE",
      { file },
      "The file is listed, but missing or not a regular file",
    );
    return;
  }
  const { yaml, yamlLine, fault } = splitFrontMatter(text);
  if (fault || yaml === null) {
    findings.error(
      "E_FRONTMATTER",
      { file, line: 1 },
      fault?.message ?? "There is no front matter",
    );
    return;
  }
  const { value, faults, lineOf } = parseYaml(yaml, yamlLine);
  for (const { code, line, message } of faults) findings.error(code, { file, line }, message);
  // What cannot be read lacks nothing that anybody knows of.
  if (faults.length === 0) {
    const placed = withYamlLines(findings, { lineOf });
    checkRecord(packFileType, value, { file }, placed);
    checkForeignProvenance(value, file, placed);
  }
  const own = isObject(value) && typeof value.id === "string" ? value.id : null;
  if (own !== null && ids.has(own))
    findings.error("E_DUP_ID", { file }, `The id "${excerpt(own)}" is used twice`);
  if (own !== null) ids.add(own);
  const present = new Set(parseMarkdown(text).sections.map(({ heading }) => headingKey(heading)));
  for (const [name = "", ...others] of packSections) {
    if ([name, ...others].some((heading) => present.has(headingKey(heading)))) continue;
    findings.error("E_SHAPE", { file }, `There is no section "## ${name}"`);
  }
}
