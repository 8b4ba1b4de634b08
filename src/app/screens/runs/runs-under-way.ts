import { useEffect, useState } from "preact/hooks";

/** Where the tab keeps the folder of runs that are under way, for the page that comes after a reload. */
const KEY = "holdall-runs-under-way";

/**
 * Warns before the page is left while runs are under way, because they end with it. Returns the folder of runs that
 * ended like that before; null when none did.
 */
export function useRunsUnderWay(isRunning: boolean, out: string): string | null {
  const [ended] = useState(() => {
    const found = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return found;
  });
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const keep = () => sessionStorage.setItem(KEY, out);
    addEventListener("beforeunload", warn);
    addEventListener("pagehide", keep);
    return () => {
      removeEventListener("beforeunload", warn);
      removeEventListener("pagehide", keep);
    };
  }, [isRunning, out]);
  return ended;
}
