import { createHash } from "node:crypto";
import { decodeArmor, encodeArmor } from "./armor.ts";
import { readWire, WireFault, wireString, wireUint32 } from "./wire.ts";

/** What Holdall's signatures are for; one made for another purpose never passes as ours. */
export const NAMESPACE = "holdall";

const MAGIC = Buffer.from("SSHSIG");
const VERSION = 1;
const HASHES = ["sha512", "sha256"] as const;

/** A hash that a signature may be over. */
export type SignatureHash = (typeof HASHES)[number];

/** The parts of a signature file, as OpenSSH's PROTOCOL.sshsig names them. */
export interface SshSignature {
  readonly publicKey: Uint8Array;
  readonly namespace: string;
  readonly hash: SignatureHash;
  readonly signature: Uint8Array;
}

/** Reads a signature file; everything that OpenSSH would not write is a `WireFault`. */
export function decodeSignature(armored: string): SshSignature {
  const reader = readWire(decodeArmor(armored, "SSH SIGNATURE"));
  if (!MAGIC.equals(reader.bytes(MAGIC.length))) throw new WireFault("it is not an SSH signature");
  const version = reader.uint32();
  if (version !== VERSION) throw new WireFault(`its version is ${version}, not ${VERSION}`);
  const publicKey = reader.string();
  const namespace = reader.name();
  // Nothing is defined to stand here, and what is not understood must not look checked.
  if (reader.string().length > 0) throw new WireFault("its reserved part is not empty");
  const hash = hashNamed(reader.name());
  const signature = reader.string();
  reader.end();
  return { publicKey, namespace, hash, signature };
}

function hashNamed(name: string): SignatureHash {
  const hash = HASHES.find((known) => known === name);
  if (!hash) throw new WireFault(`it uses the hash "${name}"`);
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

/** The bytes that the key really signs: the hash of the message, bound to its purpose. */
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
