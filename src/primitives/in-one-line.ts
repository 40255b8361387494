/** The output of a program as one line: its lines, joined by spaces. */
export const inOneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, ' ')
