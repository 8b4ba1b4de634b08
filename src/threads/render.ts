import type { Rendered, RenderOptions } from "../providers/provider.ts";
import { loadTarget } from "../providers/vendors.ts";
import type { Transaction } from "../stores/store.ts";
import type { CompiledThread } from "./compile-thread.ts";
import type { Renderer } from "./record-compile.ts";
import { createArtifactReader } from "./strategy-input.ts";

/** A compiled thread as a request. */
export interface RenderedThread extends Rendered {
  readonly renderer: Renderer;
}

/** Renders a compiled thread for a provider or a vendor. */
export async function renderThread(
  tx: Transaction,
  compiled: CompiledThread,
  { target, ...options }: Omit<RenderOptions, "vendor"> & { readonly target: string },
): Promise<RenderedThread> {
  const { provider, vendor } = await loadTarget(target);
  const omitted = omittedMessages(compiled);
  const input = {
    items: compiled.bundle.document.items,
    ...(omitted === undefined ? {} : { omitted }),
    ...createArtifactReader(tx, compiled),
  };
  const settings = { ...options, ...(vendor === null ? {} : { vendor }) };
  const rendered = await provider.render(input, settings);
  return { ...rendered, renderer: { id: provider.name, version: provider.version } };
}

/** Messages that are neither shown nor covered by a summary; the model is informed about them. */
function omittedMessages({ selection }: CompiledThread) {
  const hasSystemMessage = selection.chosen.some(
    ({ item }) => item.type === "message" && item.role === "system",
  );
  // The default strategy puts a system message about them into the bundle itself.
  return hasSystemMessage
    ? undefined
    : selection.leftOut.find(({ reason }) => reason !== "summarised");
}
