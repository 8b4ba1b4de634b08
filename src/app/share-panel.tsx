import { useState } from "preact/hooks";
import { CopyButton } from "../web/components/copy-button.tsx";
import { Problem } from "../web/components/problem.tsx";
import { IMAGE_SIZE } from "../web/text/sharing/share-image.ts";

/** What can be passed on. */
interface SharePanelProps {
  /** The words to pass on; null where nothing is known yet. */
  readonly headline: string | null;
  /** Whether the screen shows the headline anyway. */
  readonly isShown?: boolean;
  /** An SVG document; null where there is nothing to draw yet. */
  readonly image: string | null;
  /** The name of the files, without an ending. */
  readonly name: string;
  /** Builds the page; absent where there is none. */
  readonly page?: () => Promise<string | null>;
}

/** Saves the picture or the page, or copies the words. Neither has a secret or a path of this machine in it. */
export function SharePanel({ headline, isShown = false, image, name, page }: SharePanelProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    work()
      .catch(setError)
      .finally(() => setBusy(false));
  };
  const savePage = async (build: () => Promise<string | null>) => {
    save(new Blob([(await build()) ?? ""], { type: "text/html" }), `${name}.html`);
  };
  return (
    <section class="share" aria-label="Share">
      {headline !== null && !isShown && (
        <p class="share-words">
          <strong>{headline}</strong>
        </p>
      )}
      <p class="buttons">
        {headline !== null && (
          <CopyButton text={() => headline} label="Copy words">
            Copy words
          </CopyButton>
        )}
        {image !== null && (
          <>
            <button
              type="button"
              disabled={isBusy}
              onClick={() => run(async () => save(await pngOf(image), `${name}.png`))}
            >
              Save picture
            </button>
            <button
              type="button"
              disabled={isBusy}
              onClick={() => save(new Blob([image], { type: "image/svg+xml" }), `${name}.svg`)}
            >
              Save as SVG
            </button>
          </>
        )}
        {page !== undefined && (
          <button type="button" disabled={isBusy} onClick={() => run(() => savePage(page))}>
            {isBusy ? "Saving …" : "Save page"}
          </button>
        )}
        <span class="quiet">Secrets are replaced, and no path of your home is in it.</span>
      </p>
      {error !== null && <Problem error={error} />}
    </section>
  );
}

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The same picture in pixels, twice as many as it has units. */
async function pngOf(svg: string): Promise<Blob> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * IMAGE_SIZE.width;
  canvas.height = 2 * IMAGE_SIZE.height;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("Cannot draw the picture: save it as SVG");
  return blob;
}
