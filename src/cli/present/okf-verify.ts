export { default } from "./verify.ts";
