import { isObject } from "../../base/json/value.ts";
import { splitFrontMatter } from "../../base/yaml/front-matter.ts";
import { renderBody } from "../files/body.ts";
import { parseMarkdown } from "../files/markdown.ts";
import type { CuratedFile, InputRef } from "../files/provenance.ts";

/**
 * What changed since a file was published, by name; nothing when only time has passed. Null if a refresh would make
 * the same of the present inputs.
 */
export function changedInputs(file: CuratedFile, published: string): readonly string[] | null {
  if (splitFrontMatter(published).body.trimEnd() === renderBody(file).trimEnd()) return null;
  const before = inputsOf(published);
  const after = new Map(file.inputs.map(({ ref, sha256 }) => [ref, sha256]));
  const refs = new Set([...before.keys(), ...after.keys()]);
  const changed = [...refs].filter((ref) => before.get(ref) !== after.get(ref));
  return [...new Set(changed.map(inputName))].sort();
}

function inputsOf(published: string): ReadonlyMap<string, string> {
  const { inputs } = parseMarkdown(published).frontMatter;
  const refs = (Array.isArray(inputs) ? inputs : []).filter(isObject);
  return new Map(
    refs.flatMap(({ ref, sha256 }) =>
      typeof ref === "string" && typeof sha256 === "string" ? [[ref, sha256] as const] : [],
    ),
  );
}

const names: Readonly<Record<string, string>> = {
  "mandates/runs": "mandate_runs",
  "meetings/summaries": "meetings",
  "memory/events.md": "memory",
};

/** An input as people call it; a file by its path. */
function inputName(ref: InputRef["ref"]): string {
  if (ref.startsWith("sql:responsibilities")) return "registry";
  if (ref.startsWith("sql:")) return "request_events";
  if (ref.startsWith("mandates/runs/")) return "mandate_runs";
  return ref.startsWith("reports/") ? "reports" : (names[ref] ?? ref);
}
