/**
 * Whether a person reads two names as equal. Ignores case, accents, spaces, signs, invisible
 * characters, and letters of other scripts that look like Latin letters.
 */
export const isSameName = (one: string, other: string): boolean =>
  nameAsRead(one) === nameAsRead(other)

/** Whether the text has any visible character. */
export const hasName = (name: string): boolean => nameAsRead(name) !== ''

/** One text for all names that a person reads as equal. */
export function nameAsRead(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/./gu, (character) => latin.get(character) ?? character)
    .toLowerCase()
    .replace(/[l1]/g, 'i')
    .replaceAll('0', 'o')
}

/** Greek and Cyrillic letters, and a few rare Latin ones, each with the letter it looks like. */
const latin: ReadonlyMap<string, string> = new Map(
  [
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    ['αβγεηικνορτυχω', 'abyenikvoptuxw'],
    ['АВЕЅІЈКМНОРСТУХ', 'ABESIJKMHOPCTYX'],
    ['авеѕіјкмнорстухԁһԛԝ', 'abesijkmhopctyxdhqw'],
    ['ıɑɡøđłſ', 'iagodls'],
  ].flatMap(([foreign = '', plain = '']) =>
    [...foreign].map((letter, index) => [letter, plain[index] ?? ''] as const),
  ),
)
