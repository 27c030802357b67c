/** How long `init` waits for a response, in milliseconds. */
export const patienceMs = 8_000;
