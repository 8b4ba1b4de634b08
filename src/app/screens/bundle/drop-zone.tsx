import { useRef, useState } from "preact/hooks";
import { type ChosenBundle, droppedBundles } from "./send-bundle.ts";

/** Where bundles are chosen. */
interface DropZoneProps {
  readonly onChosen: (bundles: readonly ChosenBundle[]) => void;
  /** Whether something was chosen already, so that the place need not be large. */
  readonly isSmall: boolean;
}

/** Takes files and folders that are dropped, or chosen with the keyboard. */
export function DropZone({ onChosen, isSmall }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer !== null) droppedBundles(event.dataTransfer.items).then(onChosen);
  };
  return (
    <section
      class={`drop-zone${isOver ? " over" : ""}${isSmall ? " small" : ""}`}
      aria-label="Choose bundles"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>
        {isSmall
          ? "Drop another one to see both side by side."
          : "Drop a bundle here: a folder, an archive or a single file of any known format."}
      </p>
      <button type="button" onClick={() => input.current?.click()}>
        Choose a file
      </button>
      <input
        ref={input}
        type="file"
        multiple
        class="unseen"
        tabIndex={-1}
        aria-label="Bundle files"
        onChange={(event) => {
          onChosen(chosenBundles(event.currentTarget.files));
          event.currentTarget.value = "";
        }}
      />
      {!isSmall && (
        <p class="quiet">
          It is checked by the server on this machine, leaves it nowhere and is not kept.
        </p>
      )}
    </section>
  );
}

function chosenBundles(files: FileList | null): readonly ChosenBundle[] {
  return [...(files ?? [])].map((file) => ({
    name: file.name,
    files: [{ path: file.name, file }],
  }));
}
