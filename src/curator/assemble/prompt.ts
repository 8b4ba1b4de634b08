import { sha256 } from "../../base/hash.ts";
import { removeHiddenText } from "../../base/text/invisible.ts";
import { markdownBlock } from "../../base/text/markdown.ts";

/** A layer of a prompt, strongest first. */
export interface Layer {
  readonly name: "guardrails" | "identity" | "brief" | "memory" | "task";
  readonly sources: readonly { readonly path: string; readonly sha256: string }[];
  readonly text: string;
}

const MARK = "=====";

/** A prompt, and how many characters that only a model would have seen were left out of it. */
export interface RenderedPrompt {
  readonly prompt: string;
  readonly removed: number;
}

/**
 * One prompt of five layers in a fixed order, without hidden text. No text can open a layer of its own: lines that look like
 * a layer's label are indented, and the user's text is in a fence that nothing inside can close.
 */
export function renderPrompt(layers: readonly Layer[]): RenderedPrompt {
  const parts = layers.map((layer, index) => {
    const { name, sources, text } = layer;
    const from = sources
      .map(({ path, sha256: digest }) => `${path} ${digest.slice(0, 12)}`)
      .join(", ");
    const label = `${MARK} LAYER ${index + 1}: ${name}${from === "" ? "" : ` (${from})`} ${MARK}`;
    const body = name === "task" ? markdownBlock(text, "text") : withoutLabels(text);
    return `${label}\n${body.trimEnd()}\n`;
  });
  const { text: prompt, removed } = removeHiddenText(parts.join("\n"));
  return { prompt, removed };
}

function withoutLabels(text: string): string {
  return text.replaceAll(/^(?======)/gm, " ");
}

/** The hash of a text that is no file. */
export function sourceOf(path: string, text: string): Layer["sources"][number] {
  return { path, sha256: sha256(text) };
}
