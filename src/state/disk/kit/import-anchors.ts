/**
 * Anchors of an old log. Each is set in the state of its own address, and only if that state has no
 * newer one.
 */

import type { FileSet } from "../../../base/file-set.ts";
import type { Findings } from "../../../base/findings.ts";
import { readText } from "../../../base/read-document.ts";
import type { Ledger } from "../../../ledger/ledger.ts";
import type { Actor } from "../../../model/event.ts";
import { changeState } from "../../change-state.ts";
import { type LoggedAnchor, readAnchorLog } from "../../session/anchor-log.ts";
import { type AnchorOutcome, planLoggedAnchor } from "../../session/import-anchor.ts";
import { commitRules, type StateSettings } from "../settings/settings.ts";

const MAX_LOG = 8 * 1024 * 1024;
/** Paths of the log in old memory folders; the second is used when the first is absent. */
const PLACES = ["log.md", "memory/log.md"];

/** Anchors of an old log, and its file. */
export interface AnchorLog {
  readonly file: string;
  readonly anchors: readonly LoggedAnchor[];
}

/** Reads the anchors of an old memory folder; null when it has no log. */
export async function findAnchorLog(files: FileSet, findings: Findings): Promise<AnchorLog | null> {
  for (const file of PLACES) {
    if ((await files.get(file))?.kind !== "file") continue;
    const document = await readText(files, file, { findings, maxBytes: MAX_LOG, allowBom: true });
    const anchors = document === null ? [] : readAnchorLog(document.text, { file, findings });
    return { file, anchors };
  }
  return null;
}

/** Number of anchors of a log, by result. */
export type AnchorCounts = Readonly<Record<AnchorOutcome | "read", number>>;

/** Sets each anchor in the state of its own address. */
export async function importAnchors(
  ledger: Ledger,
  { file, anchors }: AnchorLog,
  { settings, actor }: { readonly settings: StateSettings; readonly actor: Actor },
): Promise<AnchorCounts> {
  const counts = { read: anchors.length, set: 0, known: 0, older: 0 };
  for (const logged of anchors) {
    const { address } = logged;
    const rules = await commitRules(ledger, { ...settings, address });
    const choice = { address, bounds: settings.bounds, actor };
    const { result } = await changeState(ledger, choice, (view) =>
      planLoggedAnchor(view, logged, { file, rules }),
    );
    counts[result]++;
  }
  return counts;
}
