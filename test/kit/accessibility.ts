/** The rule that WCAG 2.2 adds at level AA. axe has it, and does not run it unless it is named. */
export const wcag22 = "'target-size': { enabled: true }"
