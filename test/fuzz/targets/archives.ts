import fs from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { folderFiles } from "../../../src/disk/folder.ts";
import { packFolder } from "../../../src/disk/pack.ts";
import { contextIn, runOperation } from "../../support/operations.ts";
import { mutateBytes } from "../mutate.ts";
import { endsWithCode, type FuzzTarget, pick, type Random } from "../target.ts";

const sample = path.join(import.meta.dirname, "../../fixtures/task-bundle/hello-world-bundle");
const HEADER = 512;

const names = [
  "../out",
  "/tmp/out",
  "a/../../b",
  ".git/config",
  ".GIT/config",
  "a/.holdall/x",
  "CON",
  "a\\b",
  "a:b",
  "x".repeat(99),
  "é",
  "e\u0301",
  "a//b",
  "./a",
  "a/",
  "",
  "\0",
  "bundle.json",
];

/** Archives with changed bytes, changed tars and headers of every kind and size. */
const archives: FuzzTarget = {
  async prepare(folder) {
    const file = path.join(folder, "sound.tar.gz");
    await packFolder(folderFiles(sample), "top", file);
    const packed = fs.readFileSync(file);
    const tar = gunzipSync(packed);
    const context = contextIn(folder);
    let count = 0;
    return async (random) => {
      const hostile = pick(random, [
        () => mutateBytes(random, packed),
        () => gzipSync(mutateBytes(random, tar)),
        () => gzipSync(withHeader(random, tar)),
      ])();
      fs.writeFileSync(path.join(folder, "hostile.tar.gz"), hostile);
      const out = `out-${count++}`;
      const archive = { path: "hostile.tar.gz" };
      await endsWithCode(runOperation(context, pick(random, ["inspect", "verify"]), archive));
      await endsWithCode(runOperation(context, "unpack", { ...archive, out }));
      fs.rmSync(path.join(folder, out), { recursive: true, force: true });
    };
  },
};

export default archives;

/** A tar with the header of one member changed and its checksum made to fit. */
function withHeader(random: Random, tar: Buffer): Buffer {
  const changed = Buffer.from(tar);
  const heads = [];
  for (let at = 0; at + HEADER <= tar.length; at += HEADER) {
    if (tar.toString("latin1", at + 257, at + 262) === "ustar") heads.push(at);
  }
  const at = pick(random, heads);
  const write = (text: string, offset: number, length: number) =>
    changed.fill(0, at + offset, at + offset + length).write(text, at + offset, length, "utf8");
  if (random(2) === 0) write(pick(random, names), 0, 100);
  if (random(2) === 0)
    write(pick(random, ["0", "1", "2", "3", "5", "6", "7", "x", "g", "L", "K", "S"]), 156, 1);
  if (random(2) === 0) {
    write(pick(random, ["77777777777", "-1", "00000000001", "zzz", "37777777777", ""]), 124, 12);
  }
  if (random(8) === 0) changed.writeUInt32BE(0x80_00_00_00 + random(4), at + 124);
  write("        ", 148, 8);
  const sum = changed.subarray(at, at + HEADER).reduce((total, byte) => total + byte, 0);
  write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, 8);
  return changed;
}
