import type { PackedTask } from "./run-data.ts";

/** The texts of a task that somebody changed; null for what the session itself shows. */
export interface PackTexts {
  readonly title: string | null;
  readonly prompt: string | null;
}

/** The texts that were changed, as `task pack` takes them; an empty one counts as none. */
export function changedTexts({ title, prompt }: PackTexts): Readonly<Record<string, string>> {
  const filled = (text: string | null) => text !== null && text.trim() !== "";
  return {
    ...(filled(title) ? { title: `${title}` } : {}),
    ...(filled(prompt) ? { prompt: `${prompt}` } : {}),
  };
}

interface TextFieldsProps {
  readonly texts: PackTexts;
  /** What would be packed, with the texts of the session where none was changed. */
  readonly packed: PackedTask;
  readonly onChange: (texts: PackTexts) => void;
}

/** The title of a task and what agents are asked to do, which may be put in other words. */
export function TextFields({ texts, packed, onChange }: TextFieldsProps) {
  return (
    <form class="decide pack-texts" onSubmit={(event) => event.preventDefault()}>
      <label class="field">
        Title
        <input
          type="text"
          value={texts.title ?? packed.title}
          onInput={(event) => onChange({ ...texts, title: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        What agents are asked to do
        <textarea
          rows={10}
          value={texts.prompt ?? packed.task}
          onInput={(event) => onChange({ ...texts, prompt: event.currentTarget.value })}
        />
      </label>
    </form>
  );
}
