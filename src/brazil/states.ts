const states: ReadonlySet<string> = new Set(
  'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' '),
)

/** Whether a text is the code of one of the 26 states or of the Federal District, in any case. */
export const isState = (text: string): boolean => states.has(text.trim().toUpperCase())
