/**
 * Verifies a signature. Faults of the input are results with a reason, not exceptions: a bad
 * signature is a finding.
 */

import { findSigner, parseAllowedSigners } from "./allowed-signers.ts";
import { fingerprintOf, keyTypeOf, readPublicKey } from "./public-key.ts";
import { decodeSignature, NAMESPACE, signedBytes } from "./sshsig.ts";
import { WireError } from "./wire.ts";

/** The result of verifying a signature. */
export interface SignatureCheck {
  readonly ok: boolean;
  /** The signer's name in the list of signers; null without a list or when not ok. */
  readonly principal: string | null;
  /** Null when the signature cannot be parsed that far. */
  readonly keyType: string | null;
  /** `SHA256:…`, as OpenSSH prints it. */
  readonly fingerprint: string | null;
  /** Why it is not ok, as the end of a sentence. */
  readonly reason?: string;
}

/** What to verify. */
export interface VerifyOptions {
  readonly message: Uint8Array;
  readonly armored: string;
  /** The text of an allowed-signers file; without it any key is accepted. */
  readonly allowedSigners?: string | undefined;
  /** The time that the list's validity periods are compared with. */
  readonly now: Date;
}

/**
 * Verifies an SSH signature over bytes. Without a list, this shows only that the signature was made
 * with the key it contains; with one, the key must be listed for the namespace `holdall` and be valid.
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

/** Verifies a signature against the key that it contains. */
export function checkSignature(
  message: Uint8Array,
  armored: string,
): SignatureCheck & { readonly publicKey?: Uint8Array } {
  let known: Pick<SignatureCheck, "keyType" | "fingerprint"> = { keyType: null, fingerprint: null };
  try {
    const { publicKey, namespace, hash, signature } = decodeSignature(armored);
    known = { keyType: keyTypeOf(publicKey), fingerprint: fingerprintOf(publicKey) };
    if (namespace !== NAMESPACE) {
      throw new WireError(
        `it was created for the namespace "${namespace}", not for "${NAMESPACE}"`,
      );
    }
    const key = readPublicKey(publicKey);
    if (!key.verify(signature, signedBytes(namespace, hash, message))) {
      throw new WireError("the key in it did not sign these bytes");
    }
    return { ok: true, principal: null, ...known, publicKey };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return { ok: false, principal: null, ...known, reason: error.message };
  }
}
