/** The part of `status`, `ledger verify`, `ledger heads` and `verify` that the screen shows. */

import type { PageFinding } from "../../../web/page.ts";

/** The contents of the workspace. */
export interface LedgerStatus {
  readonly engine: string;
  readonly bytes: number;
  readonly events: number;
  readonly streams: Readonly<Record<string, { readonly streams: number; readonly events: number }>>;
  readonly redacted: number;
  readonly last_at: string | null;
}

/** One thing that a check found. */
export interface FindingShown {
  readonly severity: PageFinding["severity"];
  readonly code: PageFinding["code"];
  readonly message: string;
  readonly file?: string | null;
  readonly line?: number | null;
  readonly pointer?: string | null;
}

/** The result of a check of the workspace. */
export interface CheckedWorkspace {
  readonly ok: boolean;
  readonly workspace: {
    readonly events: number;
    readonly streams: number;
    readonly texts: number;
    readonly artifacts: number;
    readonly projections: number;
    readonly first_wrong: {
      readonly stream: string;
      readonly seq: number;
      readonly pos: number;
    } | null;
  };
  readonly findings: readonly FindingShown[];
}

/** Where the ledger and its streams end. */
export interface HeadsShown {
  readonly heads: {
    readonly at: string;
    readonly events: number;
    readonly chain: string | null;
    readonly streams: readonly {
      readonly stream: string;
      readonly events: number;
      readonly hash: string;
    }[];
  };
  readonly text: string;
}

/** The result of a check of a bundle. */
export interface CheckedBundle {
  readonly ok: boolean;
  readonly format: string | null;
  readonly profile: string;
  readonly summed: number | null;
  readonly signed_by: { readonly fingerprint: string; readonly principal: string | null } | null;
  readonly findings: readonly FindingShown[];
}

/** A finding with its place as one text. */
export function findingWithPlace({ file, line, pointer, ...finding }: FindingShown) {
  const place = [file, line ? `line ${line}` : null, pointer].filter((part) => part).join(", ");
  return { ...finding, place };
}
