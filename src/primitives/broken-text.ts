/** Whether PostgreSQL cannot store a text: it has a NUL, or half of a surrogate pair. */
export const isBrokenText = (text: string): boolean => text.includes('\0') || !text.isWellFormed()
