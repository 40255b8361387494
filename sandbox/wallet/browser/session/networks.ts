/**
 * The version of the session that brought a network; `undefined` when it is not a network. Case
 * matters (docs/design/device-wallet.md#payment-request).
 */
export const versionOfNetwork = (network: string): number | undefined =>
  Object.hasOwn(versions, network) ? versions[network] : undefined

const versions: Readonly<Record<string, number>> = {
  visa: 1,
  masterCard: 1,
  amex: 1,
  discover: 1,
  chinaUnionPay: 1,
  interac: 1,
  privateLabel: 1,
  jcb: 2,
  cartesBancaires: 4,
  electron: 4,
  eftpos: 4,
  maestro: 4,
  vPay: 4,
  elo: 5,
  mada: 5,
  girocard: 11,
  mir: 11,
  dankort: 13,
  bancomat: 14,
  bancontact: 14,
}
