/** A word that no Portuguese text has. */
export const englishWord =
  /\b(?:and|chain|does|entry|file|follows?|has|is|it|not|of|the|was|were|which|with)\b/i
