export { default } from "../state/replay.ts";
