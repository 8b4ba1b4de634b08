/** Signs a message in the SSHSIG format, with the key itself or by an external program. */

import { sign } from "node:crypto";
import { HoldallError } from "../../base/errors.ts";
import { type PrivateKey, readPrivateKey } from "./private-key.ts";
import { encodeSignature, NAMESPACE, signedBytes } from "./sshsig.ts";
import { checkSignature } from "./verify.ts";
import { WireError, wireString } from "./wire.ts";

/** What an external program is asked to sign. */
export interface SigningRequest {
  readonly keyPath: string;
  readonly namespace: string;
  readonly message: Uint8Array;
}

/** Signs with another program, which has or unlocks the key, and returns the armored signature. */
export type ExternalSigner = (request: SigningRequest) => Promise<string>;

/** What to sign, and with what. */
export interface SignOptions {
  readonly message: Uint8Array;
  /** A key file: its text, and its path for messages and for other programs. */
  readonly key: { readonly text: string; readonly path: string };
  /** Used for every key except an Ed25519 key without a passphrase. */
  readonly run?: ExternalSigner;
}

/** Signs bytes for the namespace `holdall`, in the form that `ssh-keygen -Y verify` checks. */
export async function signMessage(options: SignOptions): Promise<string> {
  const { message, key } = options;
  const found = readKey(key.text, key.path);
  switch (found.kind) {
    case "ed25519":
      return signDirectly(message, found);
    case "external":
      return signExternally(options, found.why);
    case "none":
      throw new HoldallError("E_KEY", `Cannot sign with "${key.path}": ${found.state}`, {
        cure: found.cure,
      });
    default:
      return found satisfies never;
  }
}

function readKey(text: string, path: string): PrivateKey {
  try {
    return readPrivateKey(text);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new HoldallError("E_KEY", `Cannot sign with "${path}": ${error.message}`, {
      cure: "the key file is damaged; use another one",
    });
  }
}

function signDirectly(message: Uint8Array, found: PrivateKey & { kind: "ed25519" }): string {
  const hash = "sha512";
  const raw = sign(null, signedBytes(NAMESPACE, hash, message), found.key);
  return encodeSignature({
    publicKey: found.publicKey,
    namespace: NAMESPACE,
    hash,
    signature: Buffer.concat([wireString("ssh-ed25519"), wireString(raw)]),
  });
}

async function signExternally({ message, key, run }: SignOptions, why: string): Promise<string> {
  if (!run) {
    throw new HoldallError("E_KEY", `Cannot sign with "${key.path}": ${why}`, {
      cure: "use an Ed25519 key without a passphrase, or sign where ssh-keygen is available",
    });
  }
  const armored = await run({ keyPath: key.path, namespace: NAMESPACE, message });
  // What another program returns is verified before it is stored.
  const { ok, reason } = checkSignature(message, armored);
  if (ok) return armored;
  throw new HoldallError(
    "E_KEY",
    `Cannot sign with "${key.path}": the resulting signature is not valid: ${reason}`,
  );
}
