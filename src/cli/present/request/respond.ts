import type { Presenter } from "../presenter.ts";

const present: Presenter<"request respond"> = ({ id, answer }) => [`Answered ${id}: ${answer}`];

export default present;
