/** Parcels for carriers, over files of a folder. */
import fs from "node:fs";
import path from "node:path";
import { computeSums } from "../../src/bundles/sums.ts";
import type { CarrierContext, Parcel } from "../../src/carriers/carrier.ts";
import { folderFiles } from "../../src/disk/folder.ts";
import { writeFiles } from "./scratch.ts";

/** What a carrier reported. */
export interface Reports {
  readonly context: CarrierContext;
  readonly progress: string[];
  readonly notes: string[];
  abort(): void;
}

/** A context whose reports can be read. */
export function createContext(cwd: string): Reports {
  const aborting = new AbortController();
  const progress: string[] = [];
  const notes: string[] = [];
  return {
    context: {
      cwd,
      interactive: false,
      signal: aborting.signal,
      progress: (text) => void progress.push(text),
      note: (text) => void notes.push(text),
    },
    progress,
    notes,
    abort: () => aborting.abort(new Error("stopped")),
  };
}

/** A parcel of files, which are written below a folder. */
export async function createParcel(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  { signature = null, format = "ocf" }: Partial<Pick<Parcel, "signature" | "format">> = {},
): Promise<Parcel> {
  writeFiles(folder, files);
  const set = folderFiles(folder);
  const bytes = Object.keys(files).reduce(
    (sum, name) => sum + fs.statSync(path.join(folder, name)).size,
    0,
  );
  return { files: set, folder, sums: await computeSums(set), signature, format, bytes };
}
