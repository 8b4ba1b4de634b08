import { readSmallFile } from "../../disk/small-file.ts";
import { createSshKeygenSigner } from "../../disk/ssh-keygen.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { signMessage } from "../signing/sign.ts";

const KEY = { what: "key", maxBytes: 64 * 1024 };

/** What `--key` takes. */
export const KEY_HELP =
  "Private key file in OpenSSH format, or a public key whose private key is in an SSH agent";

/** Signs lists of sums with a key of the user's. */
export function sumsSigner(
  { cwd, interactive }: Pick<OperationContext, "cwd" | "interactive">,
  keyFile: string,
): (message: Uint8Array) => Promise<string> {
  const key = readSmallFile(cwd, keyFile, KEY);
  const run = createSshKeygenSigner({ interactive });
  return (message) => signMessage({ message, key, run });
}
