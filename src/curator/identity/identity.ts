/** The golden identity: what a person wrote and signed about who a responsibility is. */

import type { Finding } from "../../base/findings.ts";
import { createFindings } from "../../base/findings.ts";
import { sha256 } from "../../base/hash.ts";
import { isObject } from "../../base/json/value.ts";
import { splitFrontMatter } from "../../base/yaml/front-matter.ts";
import { parseMarkdown, sectionLines, textOf } from "../files/markdown.ts";
import { unwritten } from "../files/unwritten.ts";
import { contextSet } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";

/** Where the golden identity is, unless another file says of itself that it is one (`gip: true`). */
const IDENTITY = "persona/golden_identity.md";

const headings: readonly (readonly string[])[] = [
  ["Mission"],
  ["Optimization", "Optimisation"],
  ["Decision Style"],
  ["Ethics", "Boundaries"],
  ["Voice"],
  ["Failure Modes"],
];

/** What a check of the identity found. */
export interface IdentityCheck {
  readonly isUsable: boolean;
  /** Whether a deadline still allows work without it. */
  readonly isLegacy: boolean;
  /** Which file it is. */
  readonly path: string;
  readonly sha256: string | null;
  readonly findings: readonly Finding[];
}

/** The files that claim to be the golden identity; exactly one may. */
function identityFiles(files: ResponsibilityFiles): readonly string[] {
  return contextSet(files).filter(
    (path) =>
      path === IDENTITY ||
      files.derive(path, "gip", (text) => parseMarkdown(text).frontMatter.gip === true),
  );
}

/** The file with the golden identity; where it should be, if there is none. */
export function identityPath(files: ResponsibilityFiles): string {
  const found = identityFiles(files);
  return found.includes(IDENTITY) ? IDENTITY : (found[0] ?? IDENTITY);
}

/**
 * Checks that one identity exists, complete, written by a person, and signed over its present text. With
 * `signed` it is checked as if it had that text.
 */
export function checkIdentity(
  files: ResponsibilityFiles,
  now: string,
  signed?: string,
): IdentityCheck {
  const findings = createFindings("strict");
  const path = identityPath(files);
  const place = { file: path };
  const text = signed ?? files.read(path);
  if (text === null) findings.error("E_IDENTITY", place, "There is no golden identity");
  else checkText(text, (message) => findings.error("E_IDENTITY", place, message));
  for (const file of identityFiles(files)) {
    if (file === path) continue;
    findings.error("E_IDENTITY", { file }, "A second file claims to be the golden identity");
  }
  const isComplete = findings.list().length === 0;
  const unwritten = unwrittenSections(text ?? "");
  if (unwritten.length > 0) {
    const named = unwritten.map((heading) => `"## ${heading}"`).join(", ");
    findings.warn("W_SECTION", place, `Nobody has written these sections yet: ${named}`);
  }
  const isLegacy = !isComplete && legacyUntil(files) >= now.slice(0, 10);
  return {
    isUsable: isComplete || isLegacy,
    isLegacy,
    path,
    sha256: text === null ? null : bodyDigest(text),
    findings: isLegacy
      ? findings.list().map((finding) => ({ ...finding, severity: "warning" as const }))
      : findings.list(),
  };
}

/** The sections that are as `init` created them. */
function unwrittenSections(text: string): readonly string[] {
  return parseMarkdown(text)
    .sections.filter(({ lines }) => lines.some((line) => line.includes(unwritten.identity)))
    .map(({ heading }) => heading);
}

function checkText(text: string, fail: (message: string) => void): void {
  const parsed = parseMarkdown(text);
  const { frontMatter } = parsed;
  if (textOf(frontMatter, "authored_by") !== "human")
    fail("It must be written by a person (authored_by: human)");
  for (const names of headings) {
    const lines = sectionLines(parsed, ...names) ?? [];
    if (!lines.some((line) => line.trim() !== ""))
      fail(`The section "## ${names[0]}" is missing or empty`);
  }
  const signature = textOf(frontMatter, "signature");
  const isApproved =
    textOf(frontMatter, "approved_by") !== null && textOf(frontMatter, "approved_at") !== null;
  if (signature === null || !isApproved)
    fail("It is not signed; run `holdall context identity sign`");
  else if (signature !== `sha256:${bodyDigest(text)}`) fail("It was changed after it was signed");
}

/** The identity with a signature over its present text. */
export function signIdentity(
  text: string,
  { by, at }: { readonly by: string; readonly at: string },
): string {
  const { yaml, body } = splitFrontMatter(text);
  const kept = (yaml ?? "")
    .split("\n")
    .filter((line) => line !== "" && !/^(?:approved_by|approved_at|signature):/.test(line));
  const signed = [
    ...kept,
    `approved_by: ${JSON.stringify(by)}`,
    `approved_at: ${at}`,
    `signature: "sha256:${bodyDigest(text)}"`,
  ];
  return `---\n${signed.join("\n")}\n---\n${body}`;
}

function bodyDigest(text: string): string {
  return sha256(splitFrontMatter(text).body.replaceAll("\r\n", "\n"));
}

/** The day until which a responsibility may work without an identity, by its manifest; else none. */
function legacyUntil(files: ResponsibilityFiles): string {
  try {
    const manifest: unknown = JSON.parse(files.read("manifest.json") ?? "null");
    const legacy = isObject(manifest) && isObject(manifest.legacy) ? manifest.legacy : null;
    const isPlanned = typeof legacy?.upgrade_plan === "string";
    const until = typeof legacy?.until === "string" ? legacy.until.slice(0, 10) : "";
    return isPlanned && /^\d{4}-\d{2}-\d{2}$/.test(until) ? until : "";
  } catch {
    return ""; // A manifest that cannot be read allows nothing.
  }
}
