export { default } from "../bundle/verify.ts";
