import type { Json, JsonObject } from "../base/json/value.ts";
import type { ContextItem } from "../model/context-items.ts";

/** A tool the model may call, in the words all providers share. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
}

/** What to render. */
export interface RenderInput {
  readonly items: readonly ContextItem[];
  /** The bytes of an artifact, verified; null when it is not there. */
  text(artifactId: string): Promise<Uint8Array | null>;
}

/** How to render it. */
export interface RenderOptions {
  readonly model: string | null;
  readonly maxOutput: number | null;
  readonly tools: readonly ToolDeclaration[];
  /** Prefix user text with `[actor] ` when two or more actors speak. */
  readonly actorPrefix: boolean;
}

/** A complete request body, and what could not be said in it. */
export interface Rendered {
  readonly body: JsonObject;
  readonly resets: readonly {
    readonly input: string;
    readonly action: string;
    readonly reason: string;
    readonly ref?: Json;
  }[];
}

/**
 * A model API. Pure: the same items and texts give the same body.
 *
 * Contract, checked by test/conformance/provider-suite.ts over the registry:
 * - every kind of item is rendered, refused with an error, or recorded as a reset; none is dropped silently;
 * - the order of items is kept as far as the API's role rules allow;
 * - the body is complete: it can be sent as it is.
 */
export interface Provider {
  readonly name: string;
  /** Recorded with a compile, so that a change of wording is visible. */
  readonly version: string;
  render(input: RenderInput, options: RenderOptions): Promise<Rendered>;
}
