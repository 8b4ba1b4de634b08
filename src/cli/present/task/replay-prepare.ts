import { formatBytes, formatCount } from "../../../base/text/format-count.ts";
import { printableLine } from "../../../base/text/text.ts";
import type { Presenter, Shown } from "../presenter.ts";

const origins: Readonly<Record<Shown<"task replay prepare">["start"], string>> = {
  snapshot: "",
  "reversed-diff": "; the patch was taken back",
  repository: "; from the commit in the repository",
};

const present: Presenter<"task replay prepare"> = (output, terminal) => {
  const links = output.links === 0 ? "" : `, ${formatCount(output.links, "link")}`;
  const facts = `${formatCount(output.files, "file")}${links}, ${formatBytes(output.bytes)}`;
  const how = origins[output.start];
  return [
    ...output.leftOut.map(({ path, why }) => `Left out ${printableLine(path)}: it is ${why}`),
    `${terminal.style("green", "Prepared")} ${terminal.path(output.out)} (${facts}${how})`,
  ];
};

export default present;
