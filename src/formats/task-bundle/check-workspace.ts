import type { FileEntry } from "../../base/file-set.ts";
import { compareBytes } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { createSha256 } from "../../base/hash.ts";
import { excerpt } from "../../base/text/text.ts";
import { textOf } from "../../model/task-bundle.ts";
import type { ListedFile } from "../../model/task-bundle-records.ts";
import type { ReadOptions } from "../format.ts";
import { checkDigest } from "./check-digest.ts";
import { LINK_MODE } from "./listed-file.ts";
import { inByteOrder } from "./manifest-order.ts";
import type { Manifest } from "./read-manifest.ts";

/** Compares the files of a folder with a manifest; each is met once, in byte order. */
export interface WorkspaceCheck {
  /** Takes the next file below the folder; done when it returns, unless it returns a promise. */
  take(entry: FileEntry): Promise<void> | undefined;
  /** Reports what is listed and was not met. */
  finish(): Promise<void>;
}

type CheckOptions = ReadOptions;

/** Creates the check of the files below a folder. Memory does not grow with their number. */
export function checkWorkspace(
  manifest: Manifest,
  folder: string,
  options: CheckOptions,
): WorkspaceCheck {
  const { findings } = options;
  const prefix = `${folder}/`;
  const list = listedFiles(manifest, prefix, options);

  async function seek(entry: FileEntry, path: string): Promise<void> {
    const listed = await list.seek(path);
    if (listed) await compare(entry, listed, options);
    else reportUnlisted(entry, findings);
  }

  return {
    take(entry) {
      const path = entry.path.slice(prefix.length);
      // The usual case needs no wait: waits add up with many files.
      const listed = list.next(path);
      return listed ? compare(entry, listed, options) : seek(entry, path);
    },
    finish: list.finish,
  };
}

/** The listed files in byte order; those that are passed over are reported as absent. */
function listedFiles(manifest: Manifest, prefix: string, { limits, findings }: CheckOptions) {
  const listed = cursor(inByteOrder(manifest, limits));
  const content = contentCheck(manifest, findings);
  let last: string | null = null;

  function pass(file: ListedFile): ListedFile {
    content.add(file);
    last = file.path;
    listed.step();
    return file;
  }

  function passMissing(file: ListedFile): void {
    if (file.path === last) reportDouble(manifest, file, findings);
    else if (file.mode !== LINK_MODE) reportAbsent(prefix + file.path, findings);
    pass(file);
  }

  return {
    /** The file of this path, if it is the next one and at hand. */
    next(path: string): ListedFile | null {
      const head = listed.head();
      return head?.path === path ? pass(head) : null;
    },
    /** The file of this path, or null when it is not listed. */
    async seek(path: string): Promise<ListedFile | null> {
      let head = await listed.load();
      for (; head && compareBytes(head.path, path) < 0; head = await listed.load()) {
        passMissing(head);
      }
      return head?.path === path ? pass(head) : null;
    },
    async finish(): Promise<void> {
      for (let head = await listed.load(); head; head = await listed.load()) passMissing(head);
      content.finish();
    },
  };
}

function reportDouble({ entry }: Manifest, { path }: ListedFile, findings: Findings): void {
  const message = `"${excerpt(path)}" is listed twice`;
  findings.error("E_DUP_ID", { file: entry.path, pointer: "/files" }, message);
}

function reportAbsent(path: string, findings: Findings): void {
  findings.error("E_MISSING_FILE", { file: path }, `"${excerpt(path)}" is listed, but absent`);
}

/** Reports something that no index of the bundle lists. */
export function reportUnlisted(entry: FileEntry, findings: Findings): void {
  const place = { file: entry.path };
  if (entry.kind === "file") findings.warn("W_EXTRA_FILE", place, "A file that nothing lists");
  else findings.error("E_LINK", place, "A link, device or pipe, where only files may be");
}

function compare(
  entry: FileEntry,
  listed: ListedFile,
  options: CheckOptions,
): Promise<void> | undefined {
  const isLink = listed.mode === LINK_MODE;
  if (!isLink && entry.kind === "file") return checkDigest(entry, listed, options);
  if (!isLink || entry.kind !== "link" || entry.target !== listed.target) {
    options.findings.error("E_LINK", { file: entry.path }, "Not the kind of file that is listed");
  }
  return undefined;
}

/**
 * The content hash covers path, mode and hash of each file in byte order; it detects a file removed
 * from the list.
 */
function contentCheck(manifest: Manifest, findings: Findings) {
  const declared = textOf(manifest.head, "contentHash");
  const digest = createSha256();
  return {
    add({ path, mode, sha256 }: ListedFile): void {
      if (declared !== null) digest.update(`${path}\0${mode ?? "100644"}\0${sha256}\n`);
    },
    finish(): void {
      if (declared === null || digest.digest("hex") === declared) return;
      const place = { file: manifest.entry.path, pointer: "/contentHash" };
      findings.error("E_DIGEST", place, "The listed files do not match the recorded content hash");
    },
  };
}

/** A position in the listed files; what was already read is available without waiting. */
function cursor(batches: AsyncGenerator<readonly ListedFile[]>) {
  let batch: readonly ListedFile[] = [];
  let at = 0;
  return {
    /** The file at the cursor, if it is at hand. */
    head: (): ListedFile | undefined => batch[at],
    step: (): void => {
      at++;
    },
    /** The file at the cursor, read when it is not at hand; null at the end. */
    async load(): Promise<ListedFile | null> {
      while (at >= batch.length) {
        const next = await batches.next();
        if (next.done) return null;
        batch = next.value;
        at = 0;
      }
      return batch[at] ?? null;
    },
  };
}
