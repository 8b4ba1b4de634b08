import { BUNDLE, markdownIn } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import type { BundleTexts } from "./hash.ts";

/** The curated files as they are on disk, by stem. */
export function readBundleTexts(files: ResponsibilityFiles): BundleTexts {
  return new Map(
    markdownIn(files, BUNDLE).map((file) => [
      file.slice(BUNDLE.length + 1, -".md".length),
      files.read(file) ?? "",
    ]),
  );
}
