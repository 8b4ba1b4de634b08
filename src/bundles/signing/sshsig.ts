/**
 * The container of SSH signatures (PROTOCOL.sshsig of OpenSSH). The namespace is part of what is
 * signed, so that a signature for git or a login can never pass as one of a bundle.
 */

import { createHash } from "node:crypto";
import { decodeArmor, encodeArmor } from "./armor.ts";
import { readWire, WireError, wireString, wireUint32 } from "./wire.ts";

/** The namespace of Holdall's signatures; one made for another purpose is never accepted. */
export const NAMESPACE = "holdall";

const MAGIC = Buffer.from("SSHSIG");
const VERSION = 1;
const HASHES = ["sha512", "sha256"] as const;

/** A hash that a signature may use. */
export type SignatureHash = (typeof HASHES)[number];

/** The parts of a signature file, as OpenSSH's PROTOCOL.sshsig names them. */
export interface SshSignature {
  readonly publicKey: Uint8Array;
  readonly namespace: string;
  readonly hash: SignatureHash;
  readonly signature: Uint8Array;
}

/** Parses a signature file; everything that OpenSSH would not write is a `WireError`. */
export function decodeSignature(armored: string): SshSignature {
  const reader = readWire(decodeArmor(armored, "SSH SIGNATURE"));
  if (!MAGIC.equals(reader.bytes(MAGIC.length))) throw new WireError("it is not an SSH signature");
  const version = reader.uint32();
  if (version !== VERSION) throw new WireError(`its version is ${version}, not ${VERSION}`);
  const publicKey = reader.string();
  const namespace = reader.name();
  // The field is reserved: content that we cannot interpret must not appear to be verified.
  if (reader.string().length > 0) throw new WireError("its reserved part is not empty");
  const hash = hashNamed(reader.name());
  const signature = reader.string();
  reader.end();
  return { publicKey, namespace, hash, signature };
}

function hashNamed(name: string): SignatureHash {
  const hash = HASHES.find((known) => known === name);
  if (!hash) throw new WireError(`it uses the unsupported hash "${name}"`);
  return hash;
}

/** Writes a signature file. */
export function encodeSignature(parts: SshSignature): string {
  const blob = Buffer.concat([
    MAGIC,
    wireUint32(VERSION),
    wireString(parts.publicKey),
    wireString(parts.namespace),
    wireString(""),
    wireString(parts.hash),
    wireString(parts.signature),
  ]);
  return encodeArmor(blob, "SSH SIGNATURE");
}

/** The bytes that the key actually signs: the hash of the message together with the namespace. */
export function signedBytes(
  namespace: string,
  hash: SignatureHash,
  message: Uint8Array,
): Uint8Array {
  return Buffer.concat([
    MAGIC,
    wireString(namespace),
    wireString(""),
    wireString(hash),
    wireString(createHash(hash).update(message).digest()),
  ]);
}
