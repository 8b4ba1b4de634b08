/**
 * A signature is an artifact of its own that refers to the manifest of its bundle. A registry that does not list
 * referrers by itself has the list under a tag that follows from the digest.
 */

import { SUMS_SIGNATURE } from "../../bundles/sums.ts";
import { textBlob } from "./blobs.ts";
import { fetchText } from "./download.ts";
import {
  addReferrer,
  buildSignatureManifest,
  type Descriptor,
  EMPTY_CONFIG,
  EMPTY_TYPE,
  parseReferrers,
  parseSignatureManifest,
  SIGNATURE_TYPE,
} from "./manifest.ts";
import {
  getManifest,
  getReferrers,
  INDEX_TYPE,
  MANIFEST_TYPE,
  putManifest,
} from "./manifest-requests.ts";
import type { Repository } from "./repository.ts";
import { sendBlobs } from "./upload.ts";

/** The signatures over the list of a bundle, the one that was listed last first. */
export async function findSignatures(
  repository: Repository,
  subject: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const listed = await getReferrers(repository, subject);
  const found =
    listed && (await signaturesIn(repository, parseReferrers(listed), { subject, signal }));
  if (found && found.length > 0) return found;
  const index = await getManifest(repository, tagOf(subject));
  if (index === null) return [];
  return signaturesIn(repository, parseReferrers(index.bytes), { subject, signal });
}

/** The tag of the list of what refers to a manifest. */
function tagOf(digest: string): string {
  return digest.replace(":", "-");
}

async function signaturesIn(
  repository: Repository,
  listed: readonly Descriptor[],
  { subject, signal }: { readonly subject: string; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const found: string[] = [];
  const manifests = listed.filter(({ mediaType }) => mediaType === MANIFEST_TYPE);
  for (const { digest } of manifests.toReversed()) {
    const manifest = await getManifest(repository, digest);
    const layer = manifest && parseSignatureManifest(manifest.bytes, subject);
    if (layer) found.push(await fetchText(repository, layer, { what: "the signature", signal }));
  }
  return found;
}

/** Stores a signature that refers to a manifest. Returns the bytes that were sent. */
export async function pushSignature(
  repository: Repository,
  signature: string,
  subject: Descriptor,
): Promise<number> {
  const config = textBlob(EMPTY_TYPE, EMPTY_CONFIG);
  const text = textBlob(SIGNATURE_TYPE, signature, SUMS_SIGNATURE);
  const sent = await sendBlobs(repository, [config, text]);
  const manifest = buildSignatureManifest(config.descriptor, text.descriptor, subject);
  const content = textBlob(MANIFEST_TYPE, manifest).descriptor;
  const isListed = await putManifest(repository, content.digest, {
    text: manifest,
    mediaType: MANIFEST_TYPE,
  });
  if (!isListed) await listReferrer(repository, content, subject);
  return sent;
}

async function listReferrer(
  repository: Repository,
  signature: Descriptor,
  subject: Descriptor,
): Promise<void> {
  const tag = tagOf(subject.digest);
  const index = await getManifest(repository, tag);
  const listed = index === null ? [] : parseReferrers(index.bytes);
  await putManifest(repository, tag, {
    text: addReferrer(listed, signature),
    mediaType: INDEX_TYPE,
  });
}
