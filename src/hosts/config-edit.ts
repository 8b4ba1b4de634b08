/**
 * Edits configuration files that belong to other programs. An edit changes only our entry and keeps
 * every other byte. For several hosts all edits are tried first, so that a refusal comes before
 * anything is written.
 */

import fs from "node:fs";
import * as z from "zod";
import type { HostPlace } from "../agents/host.ts";
import { type HostId, hostIds } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import { parseCommented } from "../base/json/commented.ts";
import { readHostFile, replaceHostFile, requireHostFile } from "./host-file.ts";
import type { DescribeChange } from "./shown-diff.ts";

/** What happened, or would happen, to a configuration file of a host. */
export const configChangeSchema = () =>
  z.object({
    host: z.enum(hostIds),
    file: z.string(),
    /** `left`: notes of the host on our entries, in a notation that we do not edit. */
    action: z.enum(["added", "updated", "removed", "unchanged", "left"]),
    /** The change as a unified diff without its secrets; empty where nothing changes. */
    diff: z.string(),
  });

/** What happened, or would happen, to a configuration file of a host. */
export type ConfigChange = z.infer<ReturnType<typeof configChangeSchema>>;

/** Changes a text that another program owns; null if there is no file yet. */
export type TextEdit = (text: string | null) => string | null;

/** An edit of one file of a host, planned but not applied. */
export interface ConfigEdit {
  readonly file: string;
  /** Whether a text of this file contains what we install. */
  isOurs(text: string): boolean;
  readonly edit: TextEdit;
  /** What is left of a file that we created when our entry is removed: such a file is removed too. */
  readonly leftover?: string;
  /** For an edit of what the host noted of our entries: the file with those entries. */
  readonly notesOn?: string;
}

/** The text after an edit; undefined for notes in a notation that we do not edit, which do nothing without our entries. */
export function applyTextEdit(
  { edit, notesOn }: ConfigEdit,
  text: string | null,
): string | null | undefined {
  try {
    return edit(text);
  } catch (error) {
    const isLeft = error instanceof HoldallError && error.code === "E_CONFLICT";
    if (notesOn !== undefined && isLeft) return undefined;
    throw error;
  }
}

/** An edit and the host whose file it changes. */
interface PlannedEdit {
  readonly host: HostId;
  readonly edit: ConfigEdit;
}

/** How edits are made. */
interface EditOptions {
  readonly isDry: boolean;
  readonly describe: DescribeChange;
}

/** Edits the files of several hosts; a refusal for one of them comes before anything is written. */
export function applyEdits(
  planned: readonly PlannedEdit[],
  place: HostPlace,
  { isDry, describe }: EditOptions,
): ConfigChange[] {
  const apply = (isTrial: boolean) =>
    planned.map((each) => applyEdit(each, place, { isDry: isTrial, describe }));
  const trial = apply(true);
  return isDry ? trial : apply(false);
}

/** Edits one file of a host: what is not ours keeps its bytes. */
function applyEdit(
  { host, edit }: PlannedEdit,
  place: HostPlace,
  { isDry, describe }: EditOptions,
): ConfigChange {
  const { file, isOurs, leftover } = edit;
  const before = readHostFile(place, file);
  const after = applyTextEdit(edit, before);
  if (after === undefined) return { host, file, action: "left", diff: "" };
  if (after === null || after === before) return { host, file, action: "unchanged", diff: "" };
  const isRemoved = after === leftover;
  if (!isDry && isRemoved) fs.rmSync(requireHostFile(place, file));
  else if (!isDry) replaceHostFile(place, file, after);
  const had = before !== null && isOurs(before);
  const action = had ? (isOurs(after) ? "updated" : "removed") : "added";
  return { host, file, action, diff: describe({ file, before, after: isRemoved ? null : after }) };
}

/** The text of a JSON file, with or without comments, checked; a new one is an empty object. */
export function jsonText(text: string | null, file: string): string {
  if (text === null || text.trim() === "") return "{}\n";
  if (parseCommented(text) !== undefined) return text;
  throw new HoldallError("E_JSON", `Cannot change "${file}": it is not valid JSON`, {
    cure: "correct it, or add the entry by hand",
  });
}
