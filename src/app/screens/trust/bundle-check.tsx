import { useState } from "preact/hooks";
import { formatCount } from "../../../base/text/format-count.ts";
import { FindingList } from "../../../web/components/finding-list.tsx";
import { Mark } from "../../../web/components/mark.tsx";
import { Answered } from "../../answered.tsx";
import { setQuery } from "../../router.ts";
import { useCall } from "../../use-call.ts";
import { type CheckedBundle, findingWithPlace } from "./trust-data.ts";

/** The bundle that the address names. */
interface BundleCheckProps {
  readonly path: string;
  readonly signers: string;
}

/** Checks a bundle of this machine: sums, signature, records. */
export function BundleCheck({ path, signers }: BundleCheckProps) {
  const [typed, setTyped] = useState({ path, signers });
  const input = { path, ...(signers === "" ? {} : { signers }) };
  const check = useCall(path === "" ? null : { operation: "verify", input });
  return (
    <section class="part">
      <h2>Check a bundle</h2>
      <form
        class="options"
        onSubmit={(event) => {
          event.preventDefault();
          setQuery({ bundle: typed.path, signers: typed.signers });
        }}
      >
        <label class="field wide">
          Path of a folder or archive
          <input
            type="text"
            spellcheck={false}
            placeholder="bundle.tar.gz"
            value={typed.path}
            onInput={(event) => setTyped({ ...typed, path: event.currentTarget.value })}
          />
        </label>
        <label class="field wide">
          Allowed signers (optional)
          <input
            type="text"
            spellcheck={false}
            placeholder="allowed_signers"
            value={typed.signers}
            onInput={(event) => setTyped({ ...typed, signers: event.currentTarget.value })}
          />
        </label>
        <button type="submit" disabled={typed.path.trim() === ""}>
          Check
        </button>
      </form>
      {path !== "" && (
        <Answered answer={check} what="Checking the bundle">
          {(checked) => <Verdict checked={checked} />}
        </Answered>
      )}
    </section>
  );
}

function Verdict({ checked }: { readonly checked: CheckedBundle }) {
  const { ok, format, profile, summed, signed_by, findings } = checked;
  return (
    <div class={ok ? "verdict-box good-box" : "verdict-box bad-box"}>
      <p class="verdict-line">
        <Mark look={ok ? "good" : "bad"}>
          {ok ? "Valid" : "Not valid"} {format ?? "bundle"}
        </Mark>
        <span class="quiet">{profile} profile</span>
      </p>
      <p>
        <Mark look={summed === null ? "plain" : "good"}>
          {summed === null ? "carries no sums" : `${formatCount(summed, "file")} have their sums`}
        </Mark>
      </p>
      <p>
        <Mark look={signed_by === null ? "plain" : "good"}>
          {signed_by === null ? "not signed" : "signed by "}
          {signed_by !== null && <code>{signed_by.principal ?? signed_by.fingerprint}</code>}
        </Mark>
      </p>
      {findings.length > 0 && <FindingList findings={findings.map(findingWithPlace)} />}
    </div>
  );
}
