import { generateKeyPairSync } from "node:crypto";
import { encodeArmor } from "../../src/bundles/signing/armor.ts";
import { wireString, wireUint32 } from "../../src/bundles/signing/wire.ts";

/** A fresh Ed25519 key in OpenSSH form, with what tests want to change about it. */
export interface SampleKey {
  /** The text of the private key file. */
  readonly text: string;
  /** The text of the public key file, without a comment. */
  readonly publicText: string;
  readonly publicKey: Uint8Array;
}

/** Parts of a key file that a test may spoil. */
export interface Spoiled {
  readonly cipher?: string;
  readonly secondCheck?: number;
  readonly publicHalf?: Uint8Array;
  readonly keys?: number;
}

/** Makes a key file without any program. */
export function createKey(spoiled: Spoiled = {}): SampleKey {
  const jwk = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  const seed = Buffer.from(jwk.d ?? "", "base64url");
  const point = Buffer.from(jwk.x ?? "", "base64url");
  const type = wireString("ssh-ed25519");
  const publicKey = Buffer.concat([type, wireString(spoiled.publicHalf ?? point)]);
  const secret = Buffer.concat([
    wireUint32(7),
    wireUint32(spoiled.secondCheck ?? 7),
    type,
    wireString(point),
    wireString(Buffer.concat([seed, point])),
    wireString("sample"),
  ]);
  const padding = Buffer.from(Array.from({ length: 8 - (secret.length % 8) }, (_, at) => at + 1));
  const blob = Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    wireString(spoiled.cipher ?? "none"),
    wireString("none"),
    wireString(""),
    wireUint32(spoiled.keys ?? 1),
    wireString(publicKey),
    wireString(Buffer.concat([secret, padding])),
  ]);
  return {
    text: encodeArmor(blob, "OPENSSH PRIVATE KEY"),
    publicText: `ssh-ed25519 ${publicKey.toString("base64")}`,
    publicKey,
  };
}
