import { useEffect, useState } from "preact/hooks";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { Loading } from "../../../web/components/loading.tsx";
import { Problem } from "../../../web/components/problem.tsx";
import { useHead } from "../../head.ts";
import type { BundleCheck } from "./bundle-data.ts";
import { BundleReport } from "./bundle-report.tsx";
import { Comparison } from "./comparison.tsx";
import { DropZone } from "./drop-zone.tsx";
import { type ChosenBundle, checkBundle } from "./send-bundle.ts";

/** A bundle that was chosen, and what its check has found so far. */
interface Checked {
  readonly bundle: ChosenBundle;
  readonly check: BundleCheck | null;
  readonly error: unknown;
}

/** Any bundle or archive, dropped on the page: what it is and whether it can be trusted; two, side by side. */
export default function Bundle() {
  const [chosen, setChosen] = useState<readonly ChosenBundle[]>([]);
  const checked = useChecks(chosen);
  const [first, second] = checked;
  useHead({ command: commandOf(chosen) });
  // The newest two are shown: a third replaces the older one.
  const add = (bundles: readonly ChosenBundle[]) => setChosen([...chosen, ...bundles].slice(-2));
  return (
    <>
      <DropZone onChosen={add} isSmall={chosen.length > 0} />
      <div class={checked.length === 2 ? "two-bundles" : ""}>
        {checked.map(({ bundle, check, error }) => (
          <section key={bundle.name} class="bundle-report">
            {error !== null && <Problem error={error} />}
            {error === null && check === null && <Loading what={`Checking ${bundle.name}`} />}
            {check !== null && (
              <BundleReport
                check={check}
                onClose={() => setChosen(chosen.filter((one) => one !== bundle))}
              />
            )}
          </section>
        ))}
      </div>
      {first?.check && second?.check && <Comparison left={first.check} right={second.check} />}
    </>
  );
}

/** Checks every bundle once. */
function useChecks(chosen: readonly ChosenBundle[]): readonly Checked[] {
  const [done, setDone] = useState<ReadonlyMap<ChosenBundle, Checked>>(new Map());
  useEffect(() => {
    const controller = new AbortController();
    const note = (one: Checked) => {
      if (!controller.signal.aborted) setDone((last) => new Map(last).set(one.bundle, one));
    };
    for (const bundle of chosen) {
      if (done.has(bundle)) continue;
      checkBundle(bundle, controller.signal).then(
        (check) => note({ bundle, check, error: null }),
        (error: unknown) => note({ bundle, check: null, error }),
      );
    }
    return () => controller.abort();
  }, [chosen]);
  return chosen.map((bundle) => done.get(bundle) ?? { bundle, check: null, error: null });
}

function commandOf(chosen: readonly ChosenBundle[]): string {
  const names = chosen.map(({ name }) => quoteForShell(name));
  return names.length === 2
    ? `holdall diff ${names.join(" ")}`
    : `holdall verify ${names[0] ?? "PATH"}`;
}
