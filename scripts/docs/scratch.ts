import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { writeTourBundles } from "../../src/tour/write-bundles.ts";
import { createKey } from "../../test/support/ssh-keys.ts";
import { type Outcome, run } from "../run.ts";

/** A folder in which the commands of a page can be run as a reader would run them. */
export interface Scratch {
  readonly folder: string;
  /** The variables with which commands run. */
  readonly env: Readonly<Record<"HOME" | "PATH" | "NO_COLOR" | "HOLDALL_PROGRESS", string>>;
  /** A command with a real recipient where the page has a placeholder. */
  complete(command: string): string;
  run(command: string): Promise<Outcome>;
  remove(): void;
}

/** What replaces a recipient on a page. */
const RECIPIENT = "age1…";

/**
 * Makes a folder with what `holdall tour --keep` leaves, keys, and a `holdall` that is the given program.
 */
export async function createScratch(program: string): Promise<Scratch> {
  const top = mkdtempSync(join(tmpdir(), "holdall-docs-"));
  const folder = join(top, "work");
  const home = join(top, "home");
  await writeTourBundles(folder);
  const recipient = await writeKeys(folder, home);
  writeProgram(join(top, "bin"), program);
  const env = {
    HOME: home,
    PATH: `${join(top, "bin")}${delimiter}${process.env.PATH ?? ""}`,
    NO_COLOR: "1",
    // How slow the machine is must not show on a page.
    HOLDALL_PROGRESS: "none",
  };
  const complete = (command: string) => command.replaceAll(RECIPIENT, recipient);
  return {
    folder,
    env,
    complete,
    run: (command) => run("/bin/sh", ["-c", complete(command)], { cwd: folder, env }),
    remove: () => rmSync(top, { recursive: true }),
  };
}

async function writeKeys(folder: string, home: string): Promise<string> {
  const { text, publicText } = createKey();
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
