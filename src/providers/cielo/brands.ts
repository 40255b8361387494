/** Our names of the networks, and Cielo's spelling of them. */
export const cieloBrands: ReadonlyMap<string, string> = new Map([
  ['VISA', 'Visa'],
  ['MASTERCARD', 'Master'],
  ['AMEX', 'Amex'],
  ['ELO', 'Elo'],
  ['AURA', 'Aura'],
  ['JCB', 'JCB'],
  ['DINERS', 'Diners'],
  ['DISCOVER', 'Discover'],
  ['HIPERCARD', 'Hipercard'],
])

/**
 * Returns our name of a network that Cielo wrote in any case, or Cielo's name in capitals when it
 * is unknown to us.
 */
export function brandFromCielo(brand: string): string {
  const spelled = brand.toUpperCase()
  for (const [ours, cielos] of cieloBrands) if (cielos.toUpperCase() === spelled) return ours
  return spelled
}
