import type { Presenter } from "../presenter.ts";

const present: Presenter<"request sweep"> = ({ opened, expired }) => [
  `Opened ${opened.length} and expired ${expired.length} requests`,
  ...opened.map((id) => `  opened ${id}`),
  ...expired.map((id) => `  expired ${id}`),
];

export default present;
