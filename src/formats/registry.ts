import { namesOf, type Registry } from "../base/registry.ts";
import type { Format } from "./format.ts";

/** Every built-in format, in detection order. Add a line; suites, docs and `convert` pick it up. */
const formats = {
  "context-bundle": () => import("./context-bundle/context-bundle.ts"),
  "task-bundle": () => import("./task-bundle/task-bundle.ts"),
  "ai-context": () => import("./ai-context/ai-context.ts"),
  "working-context": () => import("./working-context/working-context.ts"),
  "ocf-kit": () => import("./ocf-kit/ocf-kit.ts"),
  ocf: () => import("./ocf/ocf.ts"),
} satisfies Registry<Format>;

/** The name of a built-in format. */
export type FormatName = keyof typeof formats;

/** The names of all formats, in detection order. */
export const formatNames = namesOf(formats);

/** Loads a format. */
export async function loadFormat(name: FormatName): Promise<Format> {
  return (await formats[name]()).default;
}
