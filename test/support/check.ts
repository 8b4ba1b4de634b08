import { type FileSet, memoryFiles } from "../../src/base/file-set.ts";
import type { Finding, Profile } from "../../src/base/findings.ts";
import { readBundle } from "../../src/bundles/read-bundle.ts";
import type { FormatName } from "../../src/formats/registry.ts";
import type { StateModel } from "../../src/formats/state-model.ts";

/** What a check said about a bundle. */
export interface Checked {
  readonly format: string | null;
  readonly model: unknown;
  readonly findings: readonly Finding[];
  /** Codes of the errors, in the order found. */
  readonly errors: readonly string[];
  /** Codes of the warnings, in the order found. */
  readonly warnings: readonly string[];
  /** The first finding with a code. */
  find(code: string): Finding | undefined;
}

/** Files of a bundle by path. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Reads a bundle in memory as every command does, and sorts what was found. */
export async function check(
  files: Files | FileSet,
  profile: Profile = "strict",
  as: FormatName | null = null,
): Promise<Checked> {
  const set = isFileSet(files) ? files : memoryFiles(files);
  const now = new Date("2026-07-01T00:00:00Z");
  const options = { as, profile, level: "full", limits: {}, signers: null, now } as const;
  const { format, model, findings } = await readBundle(set, options);
  const list = findings.list();
  const codes = (severity: Finding["severity"]) =>
    list.filter((finding) => finding.severity === severity).map((finding) => finding.code);
  return {
    format: format?.name ?? null,
    model,
    findings: list,
    errors: codes("error"),
    warnings: codes("warning"),
    find: (code) => list.find((finding) => finding.code === code),
  };
}

/** The model of a check that must have given a state. */
export function stateOf({ model, findings }: Checked): StateModel {
  if (model === null) throw new Error(`nothing was read: ${JSON.stringify(findings)}`);
  // Every format with a state codec has this model.
  return model as StateModel;
}

function isFileSet(files: Files | FileSet): files is FileSet {
  return typeof files.entries === "function";
}

/** Files with a piece of one of them replaced; the piece must be there. */
export function edit(files: Files, file: string, from: string | RegExp, to: string): Files {
  const text = String(files[file]);
  const changed = text.replace(from, () => to);
  if (changed === text) throw new Error(`${from} is not in ${file}`);
  return { ...files, [file]: changed };
}
