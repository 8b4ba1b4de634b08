import fs from "node:fs";
import path from "node:path";
import type { OperationName } from "../../src/operations/registry.ts";
import { contextIn, runOperation } from "./operations.ts";
import { openLedgerAt } from "./workspaces.ts";

/** What outputs of commands on states and kits have in common, as far as tests look at it. */
export interface KitOutput {
  readonly state_hash: string;
  readonly head_seq: number;
  readonly token_count: number;
  readonly redacted: number;
  readonly decision: string;
  readonly version: number | null;
  readonly relation: string | null;
  readonly applied: boolean;
  readonly ok: boolean;
  readonly is_current: boolean;
  readonly context: string;
  readonly edits: readonly string[];
  readonly unfit: readonly string[];
  readonly plan: Readonly<Record<string, readonly string[]>> | null;
  readonly bundle: { readonly state_hash: string; readonly head_seq: number | null };
  readonly files: Readonly<Record<string, string>>;
  readonly events: number;
  readonly adopted: boolean;
  readonly secrets: readonly unknown[];
  readonly findings: readonly { readonly code: string }[];
  readonly decisions: readonly { readonly id: string; readonly action: string }[];
  readonly lines: readonly { readonly type: string; readonly actor: { readonly id: string } }[];
  readonly entries: readonly {
    readonly id: string;
    readonly content: string;
    readonly version: number;
    readonly status: string;
    readonly state: string;
  }[];
}

/** Commands that know no workspace. */
const WITHOUT_STORE =
  /^(?:kit (?:validate|replay)|convert|dream$|dream diff|dream discard|okf verify)/;

/** A workspace whose commands run in this process, each a second after the one before. */
export async function createKitWorkspace(location: string, scratch: string) {
  await (await openLedgerAt(location)).close();
  const cwd = fs.mkdtempSync(path.join(scratch, "cwd-"));
  let time = Date.parse("2026-03-01T09:00:00Z");
  const context = contextIn(cwd, () => {
    time += 1000;
    return new Date(time);
  });
  const run = (name: OperationName, input: Readonly<Record<string, unknown>> = {}) => {
    const where = WITHOUT_STORE.test(name) ? {} : { store: location };
    return runOperation<KitOutput>(context, name, { ...input, ...where });
  };
  const commit = (id: string, text: string, more: Readonly<Record<string, unknown>> = {}) =>
    run("state commit", { text, id, ...more });
  const shown = async () => (await run("state show")).out;
  return { run, commit, shown, cwd };
}

/** A workspace of a test. */
export type KitWorkspace = Awaited<ReturnType<typeof createKitWorkspace>>;

/** The hash of the state after every event, as the workspace itself replays it. */
export async function hashesOf(space: KitWorkspace): Promise<readonly string[]> {
  const { head_seq } = await space.shown();
  const hashes: string[] = [];
  for (let seq = 0; seq <= head_seq; seq++) {
    hashes.push((await space.run("state replay", { at: String(seq) })).out.state_hash);
  }
  return hashes;
}
