/**
 * Private keys for signing. Only an unencrypted Ed25519 key in OpenSSH's format is used directly;
 * for any other kind, ssh-keygen or an agent signs. Nothing of a key ever appears in an error.
 */

import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { decodeArmor } from "./armor.ts";
import { readWire, WireError, type WireReader } from "./wire.ts";

const MAGIC = Buffer.from("openssh-key-v1\0");
const ED25519 = "ssh-ed25519";
/** The PKCS #8 header before the 32 bytes of an Ed25519 seed (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** A key file, by how it can be used. */
export type PrivateKey =
  | { readonly kind: "ed25519"; readonly key: KeyObject; readonly publicKey: Uint8Array }
  /** A key that only the programs of OpenSSH can use, and why. */
  | { readonly kind: "external"; readonly why: string }
  /** Not a signing key, and what to do instead. */
  | { readonly kind: "none"; readonly state: string; readonly cure: string };

/** Parses a key file without ever quoting it; a damaged one is a `WireError`. */
export function readPrivateKey(text: string): PrivateKey {
  const start = text.trimStart().slice(0, 200);
  if (start.startsWith("-----BEGIN OPENSSH PRIVATE KEY-----")) return readOpenssh(text);
  if (/^-----BEGIN ([A-Z]{2,9} )?PRIVATE KEY-----/.test(start)) {
    return { kind: "external", why: "it is in PEM form" };
  }
  if (/^(ssh|ecdsa|sk)-[a-z0-9@.-]+ AAAA/.test(start)) {
    return { kind: "external", why: "it is a public key, whose private key may be in an agent" };
  }
  if (start.startsWith("PuTTY-User-Key-File-")) {
    const cure = "export it in OpenSSH format with puttygen";
    return { kind: "none", state: "it is a PuTTY key", cure };
  }
  if (/AGE-SECRET-KEY-|^# created: /.test(start)) {
    const cure = "use an SSH key, such as one created by ssh-keygen -t ed25519";
    return { kind: "none", state: "it is an age identity, which can open but not sign", cure };
  }
  const cure = "give a private key in OpenSSH format, such as one created by ssh-keygen -t ed25519";
  return { kind: "none", state: "it is not a private key", cure };
}

/**
 * The layout is that of OpenSSH's PROTOCOL.key: magic, cipher, key derivation, one public key, the
 * private section.
 */
function readOpenssh(text: string): PrivateKey {
  const reader = readWire(decodeArmor(text, "OPENSSH PRIVATE KEY"));
  if (!MAGIC.equals(reader.bytes(MAGIC.length))) throw new WireError("it is not an OpenSSH key");
  const cipher = reader.name();
  reader.name(); // The key derivation function and its options matter only for unlocking the key.
  reader.string();
  if (reader.uint32() !== 1) throw new WireError("it does not contain exactly one key");
  const publicKey = reader.string();
  const type = readWire(publicKey).name();
  if (cipher !== "none") return { kind: "external", why: "it is protected by a passphrase" };
  if (type !== ED25519) return { kind: "external", why: `it is of type "${type}"` };
  const secret = readWire(reader.string());
  reader.end();
  const key = readEd25519(secret);
  if (!rawPublic(key).equals(readEd25519Public(publicKey))) {
    throw new WireError("its public and private keys do not belong together");
  }
  return { kind: "ed25519", key, publicKey };
}

/**
 * Two equal random numbers show that the private section was decrypted correctly; the key pair is
 * seed and public.
 */
function readEd25519(secret: WireReader): KeyObject {
  const check = secret.uint32();
  if (secret.uint32() !== check) throw new WireError("its check values differ");
  if (secret.name() !== ED25519)
    throw new WireError("its public and private keys are of different types");
  secret.string();
  const pair = secret.string();
  if (pair.length !== 64) throw new WireError("its private key has the wrong length");
  return createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, pair.subarray(0, 32)]),
    format: "der",
    type: "pkcs8",
  });
}

function readEd25519Public(blob: Uint8Array): Uint8Array {
  const reader = readWire(blob);
  reader.name();
  const point = reader.string();
  reader.end();
  return point;
}

function rawPublic(key: KeyObject): Buffer {
  return Buffer.from(createPublicKey(key).export({ format: "jwk" }).x ?? "", "base64url");
}
