import type { Presenter } from "../presenter.ts";

/** Changes of configuration files of other programs, one line each. */
const present: Presenter<"mcp install" | "mcp uninstall" | "hooks install" | "hooks uninstall"> = (
  { dry_run, changes },
  terminal,
) => {
  const would = dry_run ? terminal.style("dim", "  (not written)") : "";
  return changes.map(({ host, file, action }) => {
    const isChange = action !== "unchanged";
    const word = terminal.style(isChange ? "green" : "dim", action.padEnd(9));
    return `${word}  ${host.padEnd(6)}  ${file}${isChange ? would : ""}`;
  });
};

export default present;
