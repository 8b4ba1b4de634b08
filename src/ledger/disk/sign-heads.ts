import { signMessage } from "../../bundles/signing/sign.ts";
import { verifySignature } from "../../bundles/signing/verify.ts";
import { readSmallFile } from "../../disk/small-file.ts";
import { createSshKeygenSigner } from "../../disk/ssh-keygen.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";

const KEY = { what: "key", maxBytes: 64 * 1024 };

/** Signs a text with an SSH key. */
export async function signText(context: OperationContext, text: string, key: string) {
  const message = new TextEncoder().encode(text);
  const armored = await signMessage({
    message,
    key: readSmallFile(context.cwd, key, KEY),
    run: createSshKeygenSigner({ interactive: context.interactive }),
  });
  const { fingerprint } = verifySignature({ message, armored, now: context.now() });
  return { armored, fingerprint };
}
