import { hasBlob, putBlob } from "./blob-requests.ts";
import type { Blob } from "./blobs.ts";
import type { Repository } from "./repository.ts";

/** Sends the blobs that a repository has not; returns their bytes. `onBytes` is called as they are sent. */
export async function sendBlobs(
  repository: Repository,
  blobs: readonly Blob[],
  onBytes: (sent: number) => void = () => {},
): Promise<number> {
  let sent = 0;
  for (const { descriptor, body } of blobs) {
    if (await hasBlob(repository, descriptor.digest)) continue;
    await putBlob(repository, descriptor.digest, {
      size: body.size,
      async *read() {
        let size = 0;
        for await (const chunk of body.read()) {
          yield chunk;
          size += chunk.length;
          onBytes(sent + size);
        }
      },
    });
    sent += body.size;
  }
  return sent;
}
