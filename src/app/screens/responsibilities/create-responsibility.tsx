import { useState } from "preact/hooks";
import { formatCount } from "../../../base/text/format-count.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { ActionResult } from "../../action-result.tsx";
import { useAction } from "../../use-action.ts";

/** Creates a responsibility: its files, and its place in the register. */
export function CreateResponsibility({ onDone }: { readonly onDone: () => void }) {
  const [id, setId] = useState("");
  const action = useAction(onDone);
  const create = () =>
    action.run("init", { responsibility: id }, ({ files }) => {
      setId("");
      return `Created ${id} with ${formatCount(files.length, "file")}: ${files.join(", ")}`;
    });
  return (
    <form
      class="create-responsibility"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <div class="options">
        <label class="field wide">
          Id of a new responsibility
          <input
            type="text"
            required
            spellcheck={false}
            pattern="[a-z0-9_@.\-]{1,64}"
            title="up to 64 of a-z, 0-9, _, @, . and -"
            placeholder="docs"
            value={id}
            onInput={(event) => setId(event.currentTarget.value.trim())}
          />
        </label>
        <button type="submit" class="primary" disabled={action.isRunning || id === ""}>
          Create it
        </button>
      </div>
      <p class="quiet">
        The same in a terminal:{" "}
        <CommandLine command={`holdall init --responsibility ${id || "docs"}`} />
      </p>
      <ActionResult action={action} />
    </form>
  );
}
