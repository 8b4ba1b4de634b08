import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after } from "node:test";
import { reachableTmp } from "./other-user.ts";

/** A file system of its own, in memory, that can be full or read-only. */
export interface SmallDisk {
  readonly folder: string;
  /** Gives it another size; not less than is used. */
  resize(kibibytes: number): void;
  /** Takes up what is free, but for some bytes; without a number, frees that again. */
  fill(leave: number | null): void;
  /** Lets nobody write to it, or lets everybody write again. */
  setReadOnly(isReadOnly: boolean): void;
}

/** Mounts a small disk; where that is not allowed, the answer is why, as a skipped test says it. */
export function mountSmallDisk(kibibytes: number): SmallDisk | string {
  const folder = fs.mkdtempSync(path.join(reachableTmp(), "holdall-disk-"));
  try {
    mount("tmpfs", folder, `size=${kibibytes}k,mode=755`, "-t", "tmpfs");
  } catch {
    fs.rmdirSync(folder);
    return "not run: this user may not mount a file system";
  }
  after(() => {
    execFileSync("umount", ["--lazy", folder]);
    fs.rmdirSync(folder);
  });
  const filler = path.join(folder, "filler");
  return {
    folder,
    resize: (size) => mount("tmpfs", folder, `remount,size=${size}k`),
    fill(leave) {
      fs.rmSync(filler, { force: true });
      const { bavail, bsize } = fs.statfsSync(folder);
      if (leave !== null) fs.writeFileSync(filler, Buffer.alloc(bavail * bsize - leave));
    },
    setReadOnly: (isReadOnly) => mount("tmpfs", folder, `remount,${isReadOnly ? "ro" : "rw"}`),
  };
}

function mount(device: string, folder: string, options: string, ...more: readonly string[]): void {
  execFileSync("mount", [...more, "-o", options, device, folder], { stdio: "ignore" });
}
