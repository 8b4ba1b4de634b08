import { generateKeyPairSync, randomBytes } from "node:crypto";
import { encodeArmor } from "./armor.ts";
import { fingerprintOf } from "./public-key.ts";
import { wireString, wireUint32 } from "./wire.ts";

/** An Ed25519 key pair as the two files that ssh-keygen would write. */
export interface KeyPair {
  /** The private key, without a passphrase. */
  readonly text: string;
  /** The line of the public key: its type, its bytes and its comment. */
  readonly publicLine: string;
  readonly fingerprint: string;
}

const TYPE = "ssh-ed25519";
/** What the private section is padded to when it is not encrypted. */
const BLOCK = 8;

/** Creates a key pair in the form of OpenSSH (PROTOCOL.key). The comment is printable ASCII. */
export function createKeyPair(comment: string): KeyPair {
  const { d = "", x = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  const point = Buffer.from(x, "base64url");
  const pair = Buffer.concat([Buffer.from(d, "base64url"), point]);
  const publicKey = Buffer.concat([wireString(TYPE), wireString(point)]);
  // The number is there twice, so that whoever decrypts the section sees that it worked.
  const check = randomBytes(4);
  const secret = Buffer.concat([check, check, publicKey, wireString(pair), wireString(comment)]);
  const missing = (BLOCK - (secret.length % BLOCK)) % BLOCK;
  const padding = Buffer.from(Array.from({ length: missing }, (_, at) => at + 1));
  const none = wireString("none");
  const blob = Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    none,
    none,
    wireString(""),
    wireUint32(1),
    wireString(publicKey),
    wireString(Buffer.concat([secret, padding])),
  ]);
  return {
    text: encodeArmor(blob, "OPENSSH PRIVATE KEY"),
    publicLine: `${TYPE} ${publicKey.toString("base64")} ${comment}`.trimEnd(),
    fingerprint: fingerprintOf(publicKey),
  };
}
