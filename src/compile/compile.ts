/**
 * How a context is compiled: a strategy selects, then the selection is assembled. Neither step
 * reads a clock, a file or a table except through `StrategyInput`; that is why the same request
 * gives the same bytes.
 */

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

/** The selection, and the bundle built from it. */
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
 * The last seq that a compile may read: before the next message if there is one, otherwise up to
 * the head. A recompute passes the recorded cut instead, because the head has moved since.
 */
export function cutOf(anchorSeq: number, nextMessageSeq: number | null, head: number): number {
  return Math.max(anchorSeq, nextMessageSeq === null ? head : nextMessageSeq - 1);
}
