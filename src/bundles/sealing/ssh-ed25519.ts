/**
 * Ed25519 keys of SSH as recipients and identities, as the `age` program uses them: the key is converted to X25519, and the
 * shared secret is bound to the SSH key by a second exchange.
 */

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from "node:crypto";
import type { Identity, Recipient, Stanza } from "age-encryption";
import { readWire, WireError } from "../signing/wire.ts";

/** The type of the key, and of the lines for it in the header of a sealed file. */
export const SSH_ED25519 = "ssh-ed25519";
const LABEL = "age-encryption.org/v1/ssh-ed25519";
/** The headers before the 32 bytes of an X25519 key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b656e04220420", "hex");
const SPKI_PREFIX = Buffer.from("302a300506032b656e032100", "hex");
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const FILE_KEY_BYTES = 16;
/** Every wrapping key is used once. */
const NONCE = Buffer.alloc(12);
/** The prime of the field of Curve25519. */
const PRIME = 2n ** 255n - 19n;

/** Seals for the owner of a public key in SSH format; one that is malformed is a `WireError`. */
export function sshRecipient(
  blob: Uint8Array,
  createStanza: (args: string[], body: Uint8Array) => Stanza,
): Recipient {
  const theirs = montgomeryPoint(pointOf(blob));
  return {
    wrapFileKey: (fileKey) => {
      const ephemeral = generateKeyPairSync("x25519");
      const share = rawPublic(ephemeral.publicKey);
      const secret = bind(blob, exchange(ephemeral.privateKey, theirs));
      const body = encrypt(wrappingKey(secret, share, theirs), fileKey);
      return [createStanza([SSH_ED25519, tagOf(blob), unpadded(share)], body)];
    },
  };
}

/** Opens what was sealed for an SSH key. */
export function sshIdentity(blob: Uint8Array, key: KeyObject): Identity {
  const own = montgomeryPoint(pointOf(blob));
  const seed = Buffer.from(key.export({ format: "jwk" }).d ?? "", "base64url");
  const scalar = createHash("sha512").update(seed).digest().subarray(0, KEY_BYTES);
  const privateKey = privateKeyOf(scalar);
  return {
    unwrapFileKey: (stanzas) => {
      for (const { args, body } of stanzas) {
        const [type, tag, share = ""] = args;
        if (type !== SSH_ED25519 || tag !== tagOf(blob)) continue;
        const point = Buffer.from(share, "base64");
        const isRegular = args.length === 3 && unpadded(point) === share;
        if (!isRegular || point.length !== KEY_BYTES) throw new Error("invalid SSH recipient");
        const secret = bind(blob, exchange(privateKey, point));
        const fileKey = decrypt(wrappingKey(secret, point, own), body);
        if (fileKey !== null) return fileKey;
      }
      return null;
    },
  };
}

/** The 32 bytes of a public key in SSH format. */
function pointOf(blob: Uint8Array): Uint8Array {
  const reader = readWire(blob);
  const type = reader.name();
  if (type !== SSH_ED25519) throw new WireError(`keys of type "${type}" are not supported`);
  const point = reader.string();
  reader.end();
  if (point.length !== KEY_BYTES) throw new WireError("its Ed25519 key has the wrong length");
  return point;
}

/** The same point on the curve of X25519: u = (1 + y) / (1 - y). */
function montgomeryPoint(point: Uint8Array): Uint8Array {
  const littleEndian = Buffer.from(point).reverse();
  const y = BigInt(`0x${littleEndian.toString("hex")}`) & (2n ** 255n - 1n);
  const u = ((1n + y) * inverse(1n - y)) % PRIME;
  return Buffer.from(u.toString(16).padStart(2 * KEY_BYTES, "0"), "hex").reverse();
}

/** The inverse in the field, by Fermat's theorem. */
function inverse(value: bigint): bigint {
  let result = 1n;
  let base = ((value % PRIME) + PRIME) % PRIME;
  for (let exponent = PRIME - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % PRIME;
    base = (base * base) % PRIME;
  }
  return result;
}

/** Binds a shared secret to the SSH key, so that one that was chosen for another key is of no use. */
function bind(blob: Uint8Array, secret: Uint8Array): Uint8Array {
  const tweak = Buffer.from(hkdfSync("sha256", Buffer.alloc(0), blob, LABEL, KEY_BYTES));
  return exchange(privateKeyOf(tweak), secret);
}

function wrappingKey(secret: Uint8Array, share: Uint8Array, recipient: Uint8Array): Uint8Array {
  const salt = Buffer.concat([share, recipient]);
  return Buffer.from(hkdfSync("sha256", secret, salt, LABEL, KEY_BYTES));
}

/** Fails for a point of small order, with which the result would not depend on the private key. */
function exchange(privateKey: KeyObject, point: Uint8Array): Uint8Array {
  const key = Buffer.concat([SPKI_PREFIX, point]);
  const publicKey = createPublicKey({ key, format: "der", type: "spki" });
  return diffieHellman({ privateKey, publicKey });
}

function privateKeyOf(scalar: Uint8Array): KeyObject {
  const key = Buffer.concat([PKCS8_PREFIX, scalar]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

function rawPublic(key: KeyObject): Uint8Array {
  return Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url");
}

/** The short name of a key in a header: a part of its hash. */
function tagOf(blob: Uint8Array): string {
  return unpadded(createHash("sha256").update(blob).digest().subarray(0, 4));
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replaceAll("=", "");
}

function encrypt(key: Uint8Array, fileKey: Uint8Array): Uint8Array {
  const cipher = createCipheriv("chacha20-poly1305", key, NONCE, { authTagLength: TAG_BYTES });
  const body = Buffer.concat([cipher.update(fileKey), cipher.final()]);
  return Buffer.concat([body, cipher.getAuthTag()]);
}

/** The file's key; null when it was wrapped for another key. */
function decrypt(key: Uint8Array, body: Uint8Array): Uint8Array | null {
  if (body.length !== FILE_KEY_BYTES + TAG_BYTES) throw new Error("invalid SSH recipient");
  const cipher = createDecipheriv("chacha20-poly1305", key, NONCE, { authTagLength: TAG_BYTES });
  cipher.setAuthTag(body.subarray(FILE_KEY_BYTES));
  const fileKey = cipher.update(body.subarray(0, FILE_KEY_BYTES));
  try {
    cipher.final();
  } catch {
    return null;
  }
  return fileKey;
}
