import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import { formatNames, loadFormat } from "../../formats/registry.ts";
import type { Guide } from "../guide.ts";

/** Bundles of every format: what they contain, how damage is found, how they are converted and packed. */
export async function showBundles(guide: Guide): Promise<void> {
  for (const name of formatNames) {
    const { description } = await loadFormat(name);
    const bundle = bundleIn(guide.folder, name);
    await guide.show(`${name}: ${description}`, "inspect", { path: bundle });
  }
  const heading = "One bit of one captured file is flipped, and verify finds it";
  await flipOneBit(guide, heading);
  await convertAndBack(guide);
  await packTwice(guide);
}

/** The bundle's folder, or the one file that it is. */
function bundleIn(folder: string, name: string): string {
  const [only, second] = fs.readdirSync(path.join(folder, name));
  return only === undefined || second !== undefined ? name : path.join(name, only);
}

/** Flips one bit in the task bundle and shows that verify finds it. */
export async function flipOneBit(guide: Guide, heading: string): Promise<void> {
  const file = capturedFileIn(path.join(guide.folder, "task-bundle"));
  const bytes = fs.readFileSync(file);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  fs.writeFileSync(file, bytes);
  const { exit } = await guide.show(heading, "verify", { path: "task-bundle" });
  if (exit === 0) {
    throw new HoldallError("E_INTERNAL", "Cannot finish the tour: a flipped bit was not found");
  }
}

function capturedFileIn(bundle: string): string {
  const files = fs.readdirSync(path.join(bundle, "workspace/files"), {
    recursive: true,
    withFileTypes: true,
  });
  const [file] = files.filter((each) => each.isFile());
  return file ? path.join(file.parentPath, file.name) : path.join(bundle, "task.md");
}

async function convertAndBack(guide: Guide): Promise<void> {
  const there = "A conversion reports what it kept and what the other format has no field for";
  await guide.show(there, "convert", { path: "orchard", to: "ocf", out: "orchard.ocf" });
  const back = "What had no field was carried along, so converting back restores it";
  await guide.show(back, "convert", { path: "orchard.ocf", to: "working-context", out: "back" });
  await guide.show("The same entries, trail and keys as before", "diff", {
    left: "orchard",
    right: "back",
  });
}

/** Packs two copies of a bundle and compares the archives. */
async function packTwice(guide: Guide): Promise<void> {
  const at = (name: string) => path.join(guide.folder, name);
  fs.cpSync(at("ocf"), at("ocf-copy"), { recursive: true });
  const heading = "The same content gives the same archive, whatever its folder and times are";
  await guide.show(heading, "pack", { path: "ocf", out: "one.tar.gz" });
  await guide.show(heading, "pack", { path: "ocf-copy", out: "two.tar.gz" });
  const [one, two] = ["one.tar.gz", "two.tar.gz"].map((file) => sha256(fs.readFileSync(at(file))));
  if (one !== two) {
    throw new HoldallError(
      "E_INTERNAL",
      "Cannot finish the tour: two archives of one bundle differ",
    );
  }
  guide.proofs.push(`The archives one.tar.gz and two.tar.gz are the same bytes: sha256 ${one}`);
}
