import {
  type AssembledBundle,
  assembleBundle,
  type CompileProvenance,
  type CompileSource,
} from "./assemble.ts";
import { loadStrategy } from "./strategies/registry.ts";
import type { Selection, StrategyInput, StrategyLimits } from "./strategies/strategy.ts";

/** Everything a compile depends on. */
export interface CompileRequest {
  readonly strategy: string;
  readonly limits: StrategyLimits;
  readonly input: StrategyInput;
  readonly source: CompileSource;
  readonly provenance: CompileProvenance;
}

/** What was chosen, and the bundle made of it. */
export interface Compiled {
  readonly selection: Selection;
  readonly bundle: AssembledBundle;
}

/** Compiles the context of one message. The same request gives the same bytes. */
export async function compileContext(request: CompileRequest): Promise<Compiled> {
  const strategy = await loadStrategy(request.strategy);
  const selection = await strategy.select(request.input, request.limits);
  const bundle = assembleBundle(selection, request.source, request.provenance);
  return { selection, bundle };
}

/**
 * The last seq a compile may look at: up to the next message when there is one, else up to the head.
 * A recompute passes the recorded cut instead, for the head has moved on.
 */
export function cutOf(anchorSeq: number, nextMessageSeq: number | null, head: number): number {
  return Math.max(anchorSeq, nextMessageSeq === null ? head : nextMessageSeq - 1);
}
