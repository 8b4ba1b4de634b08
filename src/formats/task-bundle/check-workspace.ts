import type { FileEntry } from "../../base/file-set.ts";
import { compareBytes } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { growingSha256 } from "../../base/hash.ts";
import { excerpt } from "../../base/text.ts";
import type { Limits } from "../limits.ts";
import { checkDigest } from "./check-digest.ts";
import { LINK_MODE } from "./listed-file.ts";
import { inByteOrder } from "./manifest-order.ts";
import { textOf } from "./model.ts";
import type { Manifest } from "./read-manifest.ts";
import type { ListedFile } from "./records.ts";

/** Compares the files of a folder with a manifest, each of them met once and in byte order. */
export interface WorkspaceCheck {
  /** Takes the next file below the folder. */
  take(entry: FileEntry): Promise<void>;
  /** Says what is listed and was not met. */
  finish(): Promise<void>;
}

/** Creates the check of the files below a folder. Memory does not grow with their number. */
export function checkWorkspace(
  manifest: Manifest,
  folder: string,
  options: { readonly limits: Limits; readonly findings: Findings },
): WorkspaceCheck {
  const { findings } = options;
  const prefix = `${folder}/`;
  const listed = cursor(inByteOrder(manifest, options.limits));
  const content = contentCheck(manifest, findings);
  let last: string | null = null;

  async function advance(): Promise<void> {
    const file = listed.head();
    if (file === null) return;
    if (file.path === last) {
      const message = `"${excerpt(file.path)}" is listed twice`;
      findings.error("E_DUP_ID", { file: manifest.entry.path, pointer: "/files" }, message);
    }
    last = file.path;
    content.add(file);
    await listed.advance();
  }

  function reportMissing(file: ListedFile): void {
    if (file.mode === LINK_MODE || file.path === last) return;
    const path = prefix + file.path;
    findings.error("E_MISSING_FILE", { file: path }, `"${excerpt(path)}" is listed, but absent`);
  }

  return {
    async take(entry) {
      const path = entry.path.slice(prefix.length);
      let head = await listed.load();
      while (head !== null && compareBytes(head.path, path) < 0) {
        reportMissing(head);
        await advance();
        head = listed.head();
      }
      if (head?.path !== path) return reportUnlisted(entry, findings);
      await advance();
      await compare(entry, head, findings);
    },
    async finish() {
      for (let head = await listed.load(); head !== null; head = listed.head()) {
        reportMissing(head);
        await advance();
      }
      content.finish();
    },
  };
}

/** Reports something that no index of the bundle lists. */
export function reportUnlisted(entry: FileEntry, findings: Findings): void {
  const place = { file: entry.path };
  if (entry.kind === "file") findings.warn("W_EXTRA_FILE", place, "A file that nothing lists");
  else findings.error("E_LINK", place, "A link, device or pipe, where only files may be");
}

async function compare(entry: FileEntry, listed: ListedFile, findings: Findings): Promise<void> {
  if (listed.mode === LINK_MODE && entry.kind === "link" && entry.target === listed.target) return;
  if (listed.mode !== LINK_MODE && entry.kind === "file") {
    return checkDigest(entry, listed, findings);
  }
  findings.error("E_LINK", { file: entry.path }, "Not the kind of file that is listed");
}

function contentCheck(manifest: Manifest, findings: Findings) {
  const declared = textOf(manifest.head, "contentHash");
  const digest = growingSha256();
  return {
    add({ path, mode, sha256 }: ListedFile): void {
      if (declared !== null) digest.add(`${path}\0${mode ?? "100644"}\0${sha256}\n`);
    },
    finish(): void {
      if (declared === null || digest.hex() === declared) return;
      const place = { file: manifest.entry.path, pointer: "/contentHash" };
      findings.error("E_DIGEST", place, "The listed files do not match the recorded content hash");
    },
  };
}

function cursor(batches: AsyncGenerator<readonly ListedFile[]>) {
  let batch: readonly ListedFile[] = [];
  let at = 0;
  let isStarted = false;
  async function fill(): Promise<void> {
    while (at >= batch.length) {
      const next = await batches.next();
      if (next.done) return;
      batch = next.value;
      at = 0;
    }
  }
  return {
    /** The file the cursor stands on, after the first batch was read; null at the end. */
    async load(): Promise<ListedFile | null> {
      if (!isStarted) await fill();
      isStarted = true;
      return batch[at] ?? null;
    },
    head: () => batch[at] ?? null,
    async advance(): Promise<void> {
      at++;
      if (at >= batch.length) await fill();
    },
  };
}
