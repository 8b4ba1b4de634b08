import { HoldallError } from "../../../base/errors.ts";
import type { InlineFiles } from "../../../bundles/disk/inline-files.ts";
import type { KitReading } from "./read-kit.ts";

/**
 * Edits of the trail cannot be accepted: it follows from the history, which records what really
 * happened.
 */
export function warnAboutTrail({ edits, codec, findings }: KitReading): void {
  const message = "The trail differs from the history and is not imported";
  if (edits.trail.length > 0) {
    findings.warn("W_TRAIL_DISAGREES", { file: codec.trailFile }, message);
  }
}

/** The source of the bundle: either a path or files. */
export function sourceOf({
  path,
  files,
}: {
  readonly path?: string | undefined;
  readonly files?: InlineFiles | undefined;
}): string | InlineFiles {
  const source = path ?? files;
  if (source !== undefined && (path === undefined || files === undefined)) return source;
  const state = source === undefined ? "neither a path nor files" : "both a path and files";
  throw new HoldallError("E_USAGE", `Cannot import a kit: ${state} were given`);
}
