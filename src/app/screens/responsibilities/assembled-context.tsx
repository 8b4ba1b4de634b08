import { useState } from "preact/hooks";
import { CodeBlock } from "../../../web/components/code-block.tsx";
import { Mark } from "../../../web/components/mark.tsx";
import { BudgetPicture } from "../../../web/components/pictures/budget-picture.tsx";
import { Answered } from "../../answered.tsx";
import { useCall } from "../../use-call.ts";
import { type AssembledPrompt, promptParts } from "./responsibility-data.ts";

/** Builds the prompt of a task and shows what fills it. */
export function AssembledContext({ id }: { readonly id: string }) {
  const [typed, setTyped] = useState({ task: "", brief: "" });
  const [asked, setAsked] = useState<typeof typed | null>(null);
  const input = {
    id,
    task: asked?.task,
    ...(asked === null || asked.brief === "" ? {} : { brief: asked.brief }),
  };
  const prompt = useCall(asked === null ? null : { operation: "context assemble", input });
  return (
    <section class="part">
      <h2>Assembled prompt</h2>
      <form
        class="options"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked({ ...typed });
        }}
      >
        <label class="field wide">
          File with the text of the task
          <input
            type="text"
            required
            spellcheck={false}
            placeholder="task.md"
            value={typed.task}
            onInput={(event) => setTyped({ ...typed, task: event.currentTarget.value })}
          />
        </label>
        <label class="field">
          Brief (optional)
          <input
            type="text"
            spellcheck={false}
            value={typed.brief}
            onInput={(event) => setTyped({ ...typed, brief: event.currentTarget.value })}
          />
        </label>
        <button type="submit" disabled={typed.task.trim() === ""}>
          Assemble
        </button>
      </form>
      {asked !== null && (
        <Answered answer={prompt} what="Assembling">
          {(value) => <Layers prompt={value} />}
        </Answered>
      )}
    </section>
  );
}

function Layers({ prompt }: { readonly prompt: AssembledPrompt }) {
  const { layers, skipped, warnings, prompt: text, tokens } = prompt;
  return (
    <>
      <BudgetPicture
        label={`${tokens} tokens in ${layers.length} layers`}
        parts={promptParts(layers)}
        budget={null}
      />
      {warnings.map((warning) => (
        <p key={warning}>
          <Mark look="warn">{warning.replaceAll("_", " ")}</Mark>
        </p>
      ))}
      <ul class="outline">
        {layers.map(({ name, sources }) => (
          <li key={name}>
            <strong>{name}</strong>{" "}
            <bdi class="quiet">{sources.map(({ path }) => path).join(", ")}</bdi>
          </li>
        ))}
        {skipped.map(({ link, reason }) => (
          <li key={link}>
            <Mark look="warn">
              left out: <bdi>{link}</bdi> ({reason})
            </Mark>
          </li>
        ))}
      </ul>
      <CodeBlock text={text} label="The prompt" />
    </>
  );
}
