import { compareBytes } from "../../base/file-set.ts";
import { copyObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { splitFrontMatter } from "../../base/yaml/front-matter.ts";
import { bodyHash, createContextFile } from "../../model/ai-context/write-yaml.ts";
import { type Body, renderBody } from "./body.ts";
import { parseMarkdown } from "./markdown.ts";

/** An input of a curated file, with the hash of what was read. */
export interface InputRef {
  readonly ref: string;
  readonly sha256: string;
}

/** What a curated file is written with. */
export interface CuratedFile extends Body {
  readonly stem: string;
  readonly role: string;
  readonly inputs: readonly InputRef[];
  /** Whether it contains blocks that people marked to be taken over as they are. */
  readonly hasMarkedBlocks?: boolean;
}

/** Whose file it is, and which run writes it. */
export interface Authorship {
  readonly responsibility: string;
  readonly workspace: string;
  readonly mandate: string;
  readonly at: string;
}

/** Who writes curated files. */
export const CURATOR = "context_curator";

/**
 * The text of a curated file. The times of an earlier one stay while its content does: `created_at`
 * always, `updated_at` and `source` until the body changes. Keys that others added are kept.
 */
export function writeCuratedFile(
  file: CuratedFile,
  before: string | null,
  authorship: Authorship,
): string {
  const body = renderBody(file);
  if (before === null) return textOf(file, body, {}, authorship);
  // Most files are as they were: then the times alone have to be found, and no YAML is parsed.
  const same = textOf(file, body, timesIn(before, body), authorship);
  if (same === before) return before;
  return textOf(file, body, copyObject(parseMarkdown(before).frontMatter), authorship);
}

/** The text of a file, given the front matter of the earlier one. */
function textOf(
  { stem, role, inputs, hasMarkedBlocks = false }: CuratedFile,
  body: string,
  old: JsonObject,
  { responsibility, workspace, mandate, at }: Authorship,
): string {
  const isSame = old.content_sha256 === bodyHash(body);
  const source = `mandate_run:${CURATOR}.${mandate}@${at}`;
  const frontMatter: JsonObject = {
    ...old,
    authored_by: hasMarkedBlocks ? "hybrid" : "ai",
    author_id: CURATOR,
    created_at: keptText(old.created_at) ?? at,
    updated_at: (isSame ? keptText(old.updated_at) : null) ?? at,
    source: (isSame ? keptText(old.source) : null) ?? source,
    context_role: role,
    responsibility_id: responsibility,
    workspace_id: workspace,
    update_mode: "refresh",
    inputs: sortInputs(inputs),
  };
  return new TextDecoder().decode(createContextFile(stem, frontMatter, body).bytes);
}

const TIME = /^(created_at|updated_at|source): (\S+)$/gm;

/** The times in the front matter of a file as this program writes it, as if its body were the present one. */
function timesIn(text: string, body: string): JsonObject {
  const { yaml } = splitFrontMatter(text);
  const times = [...(yaml ?? "").matchAll(TIME)].map(([, key = "", value = ""]) => [key, value]);
  return { ...Object.fromEntries(times), content_sha256: bodyHash(body) };
}

function sortInputs(inputs: readonly InputRef[]): Json {
  return inputs
    .toSorted((a, b) => compareBytes(a.ref, b.ref))
    .map(({ ref, sha256 }) => ({ ref, sha256 }));
}

function keptText(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
