/** The command was not understood. */
export class UsageError extends Error {}
