import type * as z from "zod";
import type { attachmentSchema } from "../../model/transcript.ts";
import type { ImageData } from "../../web/page.ts";

type Attachment = z.infer<typeof attachmentSchema>;

/** Pictures that a browser shows without running anything in them; an SVG document is none. */
const TYPES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
/** Characters of one picture, of all pictures of a session, and pictures of one item. */
const MAX_LENGTH = 2_000_000;
const MAX_TOTAL = 48_000_000;
const MAX_IMAGES = 8;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** What of attachments is shown as a picture, and which are only named. */
export interface ShownAttachments {
  readonly images: readonly ImageData[];
  readonly others: readonly Attachment[];
}

/** Chooses the pictures of one item after the other, as long as a session has not too many of them. */
export type ImageChooser = (attachments: readonly Attachment[]) => ShownAttachments;

/** Shows no picture: a page is passed on, and nobody can find a secret in a picture. */
export const noImages: ImageChooser = (attachments) => ({ images: [], others: attachments });

/** Shows the pictures that the records of a session contain. What they only name by a path or an address is not loaded. */
export function createImageChooser(): ImageChooser {
  let total = 0;
  return (attachments) => {
    const images: ImageData[] = [];
    const others: Attachment[] = [];
    for (const attachment of attachments) {
      const { media_type, base64 } = attachment;
      const isShown =
        base64 !== null &&
        TYPES.has(media_type) &&
        images.length < MAX_IMAGES &&
        base64.length <= MAX_LENGTH &&
        total + base64.length <= MAX_TOTAL &&
        BASE64.test(base64);
      if (!isShown) {
        others.push(attachment);
        continue;
      }
      total += base64.length;
      images.push({ source: `data:${media_type};base64,${base64}` });
    }
    return { images, others };
  };
}
