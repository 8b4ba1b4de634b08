import { readSmallFile } from "../../disk/small-file.ts";
import { parseIdentities, type SealIdentity } from "../sealing/identities.ts";

const SIGNERS = { what: "signers", maxBytes: 1024 * 1024 };
const IDENTITY = { what: "identity", maxBytes: 64 * 1024 };

/** The text of an allowed-signers file that a user named; null where they named none. */
export function readSigners(cwd: string, file: string | undefined): string | null {
  return file === undefined ? null : readSmallFile(cwd, file, SIGNERS).text;
}

/** What can open a sealed file, from the identity files that a user named. */
export function readIdentities(cwd: string, files: readonly string[]): readonly SealIdentity[] {
  return files.flatMap((file) => parseIdentities(readSmallFile(cwd, file, IDENTITY).text, file));
}
