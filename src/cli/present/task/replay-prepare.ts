import { formatBytes, formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"task replay prepare"> = (output, terminal) => {
  const links = output.links === 0 ? "" : `, ${formatCount(output.links, "link")}`;
  const facts = `${formatCount(output.files, "file")}${links}, ${formatBytes(output.bytes)}`;
  const how = output.start === "snapshot" ? "" : "; the diff was reversed";
  return [
    ...output.leftOut.map(({ path, why }) => `Left out ${printable(path)}: it is ${why}`),
    `${terminal.style("green", "Prepared")} ${terminal.path(output.out)} (${facts}${how})`,
  ];
};

export default present;
