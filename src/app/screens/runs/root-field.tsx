import { useState } from "preact/hooks";
import { go, type Place } from "../../router.ts";

/** The folder that the address names, or the one that is served. */
export function rootOf(search: Place["search"]): string {
  return search.get("root") || ".";
}

/** The folder in which runs are looked for. */
interface RootFieldProps {
  readonly root: string;
  /** The screen that shows them. */
  readonly path: string;
}

/** Chooses a folder with runs; relative to the folder that is served. */
export function RootField({ root, path }: RootFieldProps) {
  const [typed, setTyped] = useState(root);
  return (
    <form
      class="options"
      onSubmit={(event) => {
        event.preventDefault();
        go(`${path}?root=${encodeURIComponent(typed)}`);
      }}
    >
      <label class="field wide">
        Folder with runs
        <input
          type="text"
          spellcheck={false}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <button type="submit">Look there</button>
    </form>
  );
}
