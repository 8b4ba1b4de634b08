/** The name of a container image, with its registry, tag or digest; nothing that a Dockerfile would take for more. */
export const IMAGE_NAME = /^\w[\w./:@-]{0,254}$/;
