import { HoldallError } from "../../base/errors.ts";
import type { Repository } from "./repository.ts";
import { withRetries } from "./retries.ts";
import { type Answer, type Body, discard, type Order, resolveUrl } from "./transport.ts";

/** Whether a repository has a blob. */
export function hasBlob(repository: Repository, digest: string): Promise<boolean> {
  const order: Order = { method: "HEAD", url: repository.at(`blobs/${digest}`) };
  return withRetries(repository.signal, async () => {
    const answer = await repository.read(order, "look for a file");
    if (answer !== null) discard(answer);
    return answer !== null;
  });
}

/** Stores a blob. */
export function putBlob(repository: Repository, digest: string, body: Body): Promise<void> {
  const begin: Order = { method: "POST", url: repository.at("blobs/uploads/") };
  // Both requests are repeated: what a registry got of a body that broke off is not known.
  return withRetries(repository.signal, async () => {
    const begun = await repository.write(begin, "store a file");
    const url = resolveUrl(begun.headers.location ?? "", begun.url);
    url.searchParams.set("digest", digest);
    const headers = { "content-type": "application/octet-stream" };
    await repository.write({ method: "PUT", url, headers, body }, "store a file");
  });
}

/** The bytes of a blob from an offset on. A registry that knows no ranges sends all of them, with status 200. */
export async function getBlob(
  repository: Repository,
  digest: string,
  offset: number,
): Promise<Answer> {
  const headers = offset === 0 ? {} : { range: `bytes=${offset}-` };
  const order: Order = { method: "GET", url: repository.at(`blobs/${digest}`), headers };
  const answer = await repository.read(order, "fetch a file");
  if (answer !== null) return answer;
  const message = `Cannot fetch ${digest}: "${repository.registry}" has no such file`;
  throw new HoldallError("E_NOT_FOUND", message, {
    cure: "ask whoever sent it to push it again",
  });
}
