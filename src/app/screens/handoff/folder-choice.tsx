import { project, projects } from "../../projects.ts";
import { setQuery } from "../../router.ts";

/** Where the receiver can continue. */
interface FolderChoiceProps {
  /** The folder in which the session took place. */
  readonly own: string;
  /** The folder that is chosen. */
  readonly folder: string;
}

/** What the address of the screen has in place of a folder: the project that is shown. */
export const SHOWN_PROJECT = "shown";

/** The folder in which a session took place, if it is a project of the user's and not the one that is shown. */
export function otherProject(cwd: string | null | undefined): string | null {
  const own = projects.value.find(({ folder }) => folder === cwd);
  return own === undefined || own.here ? null : own.folder;
}

/** Chooses between the folder of the session, which comes first, and the project that is shown. */
export function FolderChoice({ own, folder }: FolderChoiceProps) {
  const shown = project.value?.folder ?? "";
  return (
    <label class="field">
      Continue in
      <select
        value={folder}
        onChange={(event) =>
          setQuery({ into: event.currentTarget.value === own ? "" : SHOWN_PROJECT })
        }
      >
        <option value={own}>{own}, where it took place</option>
        <option value={shown}>{shown}, the project shown here</option>
      </select>
    </label>
  );
}
