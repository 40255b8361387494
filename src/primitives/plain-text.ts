/** Small letters without accents, so that a search finds `Cerâmica` by `ceramica`. */
export const plainText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
