/** Context packs: a manifest and three to six Markdown files with the same sections. */

import * as z from "zod";
import { type RecordType, recordType } from "../../base/check-record.ts";
import { isObject } from "../../base/json/value.ts";
import { parseYaml } from "../../base/yaml/yaml.ts";
import { type ParsedMarkdown, parseMarkdown } from "../files/markdown.ts";
import { isId, requireId } from "../workspace/ids.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";

const scopes = ["system", "workspace", "responsibility", "task"] as const;
const types = ["policy", "identity", "playbook", "template", "reference"] as const;
const version = z
  .string()
  .regex(
    /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[0-9A-Za-z.-]{1,64})?(?:\+[0-9A-Za-z.-]{1,64})?$/,
    "must be a version",
  );
const text = z.string().min(1).max(500);

/** The manifest of a pack. */
const packManifestSchema = z.object({
  id: text,
  name: text,
  discipline: text,
  scope: z.enum(scopes),
  version,
  files: z.array(text).max(100),
  default_roles: z.array(text).nullish(),
});

/** Front matter of a file of a pack. */
const packFileSchema = z.object({
  id: text,
  discipline: text,
  type: z.enum(types),
  scope: z.enum(scopes),
  version,
  tags: z.array(text),
  load_strategy: text,
  max_tokens_hint: z.int().min(0),
  priority: z.enum(["high", "normal", "low"]).nullish(),
  summary_tokens: z.int().min(0).nullish(),
});

/** The manifest as a record. */
export const packManifestType: RecordType<PackManifest> = recordType(packManifestSchema, {
  unknownKeys: "ignored",
  description: "The manifest of a context pack",
});

/** The front matter of a file of a pack as a record. */
export const packFileType: RecordType<PackFileFacts> = recordType(packFileSchema, {
  unknownKeys: "ignored",
  description: "Front matter of a file of a context pack",
});

/** The manifest of a pack. */
export type PackManifest = z.infer<typeof packManifestSchema>;
/** What a file of a pack says about itself. */
export type PackFileFacts = z.infer<typeof packFileSchema>;

/** A file of a pack. */
export interface PackFile {
  readonly path: string;
  readonly facts: PackFileFacts;
  readonly text: string;
  readonly markdown: ParsedMarkdown;
}

/** A pack that can be used. */
export interface Pack {
  readonly id: string;
  readonly manifest: PackManifest;
  readonly files: readonly PackFile[];
}

/** The folder of all packs. */
export const PACKS = "context/packs";
/** The manifest's name. */
export const MANIFEST = "context_pack.yaml";

/** The sections that every file has, with other headings that mean the same. */
export const packSections: readonly (readonly string[])[] = [
  ["TL;DR"],
  ["Objectives"],
  ["Core Principles"],
  ["Canonical Structure / Steps", "Canonical Structure", "Steps"],
  ["Heuristics & Checklists", "Heuristics"],
  ["Examples & Anti-Examples", "Examples/Anti-Examples"],
  ["Interactions With Other Files", "Interactions"],
];

/** A heading as it is compared: in lower case, with "and" for "&". */
export function headingKey(heading: string): string {
  return heading.toLowerCase().replaceAll("&", "and").replaceAll(/\s+/g, " ").trim();
}

/** The lines of a section of a pack file, by the first of its headings. */
export function packSection({ markdown }: PackFile, name: string): readonly string[] {
  const names = packSections.find(([first]) => first === name) ?? [name];
  const keys = new Set(names.map(headingKey));
  const found = markdown.sections.find(({ heading }) => keys.has(headingKey(heading)));
  return found?.lines ?? [];
}

/** Every pack that can be read, sorted by id. A damaged one is left out; `context pack lint` says why. */
export function readPacks(files: ResponsibilityFiles): readonly Pack[] {
  return files.folders(PACKS).flatMap((id) => (isId(id) ? (readPack(files, id) ?? []) : []));
}

/** Reads a pack; null if its manifest or one of its files cannot be used. */
export function readPack(files: ResponsibilityFiles, id: string): Pack | null {
  const folder = `${PACKS}/${requireId(id, "pack")}`;
  const { value, faults } = parseYaml(files.read(`${folder}/${MANIFEST}`) ?? "");
  const manifest = packManifestSchema.safeParse(
    isObject(value) && faults.length === 0 ? value : {},
  );
  if (!manifest.success) return null;
  const read = manifest.data.files.map((name) => readPackFile(files, `${folder}/${name}`));
  const usable = read.filter((file) => file !== null);
  return usable.length === read.length ? { id, manifest: manifest.data, files: usable } : null;
}

function readPackFile(files: ResponsibilityFiles, path: string): PackFile | null {
  const found = files.read(path);
  if (found === null) return null;
  const markdown = parseMarkdown(found);
  const facts = packFileSchema.safeParse(markdown.frontMatter);
  return facts.success ? { path, facts: facts.data, text: found, markdown } : null;
}
