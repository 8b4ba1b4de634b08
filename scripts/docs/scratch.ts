import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import type { Sample } from "../../src/formats/format.ts";
import { formatNames, loadFormat } from "../../src/formats/registry.ts";
import { makeKey } from "../../test/support/ssh-keys.ts";
import { type Outcome, run } from "../run.ts";

/** A folder in which the commands of a page can be run as a reader would run them. */
export interface Scratch {
  readonly folder: string;
  run(command: string): Promise<Outcome>;
  remove(): void;
}

/** What stands for a recipient on a page. */
const RECIPIENT = "age1…";

/**
 * Makes a folder with a bundle of each format under its name, `orchard` and `tides` (a working context
 * and a task bundle with everything), keys, and a `holdall` that is the given program.
 */
export async function makeScratch(program: string): Promise<Scratch> {
  const top = mkdtempSync(join(tmpdir(), "holdall-docs-"));
  const [folder, home] = [join(top, "work"), join(top, "home")];
  for (const name of formatNames) {
    const [first] = (await loadFormat(name)).samples;
    if (first) write(folder, name, first);
  }
  write(folder, "orchard", (await loadFormat("working-context")).samples.at(-1));
  write(folder, "tides", (await loadFormat("task-bundle")).samples[0]);
  const recipient = await writeKeys(folder, home);
  writeProgram(join(top, "bin"), program);
  const env = {
    HOME: home,
    PATH: `${join(top, "bin")}${delimiter}${process.env.PATH ?? ""}`,
    NO_COLOR: "1",
  };
  return {
    folder,
    run: (command) =>
      run("/bin/sh", ["-c", command.replaceAll(RECIPIENT, recipient)], { cwd: folder, env }),
    remove: () => rmSync(top, { recursive: true }),
  };
}

function write(folder: string, name: string, sample: Sample | undefined): void {
  for (const [file, content] of Object.entries(sample?.files ?? {})) {
    const target = join(folder, name, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
}

async function writeKeys(folder: string, home: string): Promise<string> {
  const { text, publicText } = makeKey();
  mkdirSync(join(home, ".ssh"), { recursive: true });
  writeFileSync(join(home, ".ssh/id_ed25519"), text, { mode: 0o600 });
  writeFileSync(join(folder, "allowed_signers"), `mira@orchard.example ${publicText}\n`);
  const identity = await generateX25519Identity();
  writeFileSync(join(folder, "key.txt"), `${identity}\n`, { mode: 0o600 });
  return identityToRecipient(identity);
}

function writeProgram(folder: string, program: string): void {
  mkdirSync(folder);
  writeFileSync(
    join(folder, "holdall"),
    `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`,
  );
  chmodSync(join(folder, "holdall"), 0o755);
}
