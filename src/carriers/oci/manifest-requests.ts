import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import { isDigest } from "./address.ts";
import type { Repository } from "./repository.ts";
import { withRetries } from "./retries.ts";
import { bodyOf, type Order, readSmallBody } from "./transport.ts";

/** A manifest as it was received. */
export interface ReceivedManifest {
  readonly bytes: Uint8Array;
  readonly digest: string;
}

/** The media type of a manifest. */
export const MANIFEST_TYPE = "application/vnd.oci.image.manifest.v1+json";
/** The media type of a list of manifests. */
export const INDEX_TYPE = "application/vnd.oci.image.index.v1+json";
const ACCEPT = `${MANIFEST_TYPE}, ${INDEX_TYPE}, */*;q=0.5`;
/** Largest manifest, index or list of referrers that is read. */
const MAX_BYTES = 4 * 1024 * 1024;

/** A manifest or an index by tag or digest; null where there is none. */
export async function getManifest(
  repository: Repository,
  reference: string,
): Promise<ReceivedManifest | null> {
  const url = repository.at(`manifests/${reference}`);
  const order: Order = { method: "GET", url, headers: { accept: ACCEPT } };
  const received = await readDocument(repository, order, "the manifest");
  if (received === null) return null;
  const { bytes, declared } = received;
  const digest = `sha256:${sha256(bytes)}`;
  const expected = isDigest(reference) ? reference : (declared ?? digest);
  if (expected === digest) return { bytes, digest };
  const state = `it has the digest ${digest} instead of ${expected}`;
  throw new HoldallError("E_DIGEST", `Cannot use what "${repository.registry}" sent: ${state}`);
}

/** The index of what refers to a manifest; null where the registry keeps none. */
export async function getReferrers(
  repository: Repository,
  digest: string,
): Promise<Uint8Array | null> {
  const order: Order = { method: "GET", url: repository.at(`referrers/${digest}`) };
  return (await readDocument(repository, order, "the list of signatures"))?.bytes ?? null;
}

function readDocument(repository: Repository, order: Order, what: string) {
  const { signal } = repository;
  return withRetries(signal, async () => {
    const answer = await repository.read(order, `read ${what}`);
    if (answer === null) return null;
    const bytes = await readSmallBody(answer, { what, maxBytes: MAX_BYTES }, signal);
    return { bytes, declared: answer.headers["docker-content-digest"] };
  });
}

/** What is stored as a manifest. */
export interface NewManifest {
  readonly text: string;
  readonly mediaType: string;
}

/** Stores a manifest. Returns whether the registry by itself lists it as a referrer of its subject. */
export async function putManifest(
  repository: Repository,
  reference: string,
  { text, mediaType }: NewManifest,
): Promise<boolean> {
  const url = repository.at(`manifests/${reference}`);
  const headers = { "content-type": mediaType };
  const order: Order = { method: "PUT", url, headers, body: bodyOf(Buffer.from(text)) };
  const answer = await withRetries(repository.signal, () =>
    repository.write(order, "store the manifest"),
  );
  return answer.headers["oci-subject"] !== undefined;
}
