import { sign } from "node:crypto";
import { HoldallError } from "../../base/errors.ts";
import { type PrivateKey, readPrivateKey } from "./private-key.ts";
import { encodeSignature, NAMESPACE, signedBytes } from "./sshsig.ts";
import { checkSignature } from "./verify.ts";
import { WireFault, wireString } from "./wire.ts";

/** What a program that holds or unlocks keys is asked to sign. */
export interface SigningRequest {
  readonly keyPath: string;
  readonly namespace: string;
  readonly message: Uint8Array;
}

/** Signs through another program and returns what it wrote: a signature in armored form. */
export type SignElsewhere = (request: SigningRequest) => Promise<string>;

/** What to sign, and with what. */
export interface SignOptions {
  readonly message: Uint8Array;
  /** A key file: its text, and its path for messages and for other programs. */
  readonly key: { readonly text: string; readonly path: string };
  /** Used for every key but an unlocked Ed25519 one. */
  readonly run?: SignElsewhere;
}

/** Signs bytes for the namespace `holdall`, in the form that `ssh-keygen -Y verify` checks. */
export async function signMessage(options: SignOptions): Promise<string> {
  const { message, key } = options;
  const found = readKey(key.text, key.path);
  switch (found.kind) {
    case "ed25519":
      return signHere(message, found);
    case "elsewhere":
      return signElsewhere(options, found.why);
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
    if (!(error instanceof WireFault)) throw error;
    throw new HoldallError("E_KEY", `Cannot sign with "${path}": ${error.message}`, {
      cure: "the key file is damaged; name another one",
    });
  }
}

function signHere(message: Uint8Array, found: PrivateKey & { kind: "ed25519" }): string {
  const hash = "sha512";
  const raw = sign(null, signedBytes(NAMESPACE, hash, message), found.key);
  return encodeSignature({
    publicKey: found.publicKey,
    namespace: NAMESPACE,
    hash,
    signature: Buffer.concat([wireString("ssh-ed25519"), wireString(raw)]),
  });
}

async function signElsewhere({ message, key, run }: SignOptions, why: string): Promise<string> {
  if (!run) {
    throw new HoldallError("E_KEY", `Cannot sign with "${key.path}": ${why}`, {
      cure: "name an Ed25519 key without a passphrase, or sign where ssh-keygen may be used",
    });
  }
  const armored = await run({ keyPath: key.path, namespace: NAMESPACE, message });
  // Another program's word is not proof: what is stored has been checked.
  const { ok, reason } = checkSignature(message, armored);
  if (ok) return armored;
  throw new HoldallError(
    "E_KEY",
    `Cannot sign with "${key.path}": the signature made for it does not hold: ${reason}`,
  );
}
