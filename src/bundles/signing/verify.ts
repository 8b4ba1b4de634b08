import { findSigner, parseAllowedSigners } from "./allowed-signers.ts";
import { fingerprintOf, keyTypeOf, readPublicKey } from "./public-key.ts";
import { decodeSignature, NAMESPACE, signedBytes } from "./sshsig.ts";
import { WireFault } from "./wire.ts";

/** What a check of a signature found. */
export interface SignatureCheck {
  readonly ok: boolean;
  /** Who signed, as the list of signers calls them; null without a list or when not ok. */
  readonly principal: string | null;
  /** Null when the signature cannot be read so far. */
  readonly keyType: string | null;
  /** `SHA256:…`, as OpenSSH prints it. */
  readonly fingerprint: string | null;
  /** Why it is not ok, as the end of a sentence. */
  readonly reason?: string;
}

/** What to check. */
export interface VerifyOptions {
  readonly message: Uint8Array;
  readonly armored: string;
  /** The text of a list in ssh-keygen's ALLOWED SIGNERS form; without it any key will do. */
  readonly allowedSigners?: string | undefined;
  /** The time that validity periods of the list are held against. */
  readonly now: Date;
}

/**
 * Checks an SSH signature over bytes. Without a list it says only that the key named in the
 * signature made it; with one, the key must be listed for the namespace `holdall` and be valid now.
 */
export function verifySignature(options: VerifyOptions): SignatureCheck {
  const { publicKey, ...check } = checkSignature(options.message, options.armored);
  if (!check.ok || !publicKey || options.allowedSigners === undefined) return check;
  const list = parseAllowedSigners(options.allowedSigners);
  const found = findSigner(list, { publicKey, namespace: NAMESPACE, now: options.now });
  return "principal" in found
    ? { ...check, principal: found.principal }
    : { ...check, ok: false, reason: found.reason };
}

/** Checks a signature against the key that it names itself. */
export function checkSignature(
  message: Uint8Array,
  armored: string,
): SignatureCheck & { readonly publicKey?: Uint8Array } {
  let known: Pick<SignatureCheck, "keyType" | "fingerprint"> = { keyType: null, fingerprint: null };
  try {
    const { publicKey, namespace, hash, signature } = decodeSignature(armored);
    known = { keyType: keyTypeOf(publicKey), fingerprint: fingerprintOf(publicKey) };
    if (namespace !== NAMESPACE) {
      throw new WireFault(`it was made for "${namespace}", not for "${NAMESPACE}"`);
    }
    const key = readPublicKey(publicKey);
    if (!key.verify(signature, signedBytes(namespace, hash, message))) {
      throw new WireFault("it is not a signature of these bytes by its key");
    }
    return { ok: true, principal: null, ...known, publicKey };
  } catch (error) {
    if (!(error instanceof WireFault)) throw error;
    return { ok: false, principal: null, ...known, reason: error.message };
  }
}
