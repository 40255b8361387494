/**
 * The fields whose value differs. A form sends no others, because another person may have changed
 * them meanwhile.
 */
export const changedFields = <Values extends object>(
  before: Values,
  after: Values,
): Partial<Values> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Values]),
    ),
  ) as Partial<Values>
