import type { Entry } from '../../ledger/entry-store.ts'

/** What a person reads of an entry; one we have no words for is named as it is. No commas: it is a field of the CSV too. */
export function describeEntry({ cause: { type, effect } }: Pick<Entry, 'cause'>): string {
  // A money that came from several books has one effect each: hold-1, hold-2, and of a dispute's third step hold-3-1; a cashout's returns carry their D… ids.
  const name = `${type} ${effect.replace(/(-\d+)+$| D\w{31}$/, '')}`
  return descriptions[name] ?? name
}

const descriptions: Readonly<Record<string, string>> = {
  'transaction sale': 'Venda',
  'transaction sale-fee': 'Tarifa da venda',
  'receivable settlement': 'Recebível liquidado',
  'correction entry': 'Correção',
  'transfer debt-payment': 'Pagamento de dívida',
  'refund hold': 'Devolução: valor reservado',
  'refund return': 'Devolução ao pagador',
  'refund release': 'Devolução não feita: valor de volta',
  'refund fee-return': 'Tarifa devolvida',
  'dispute hold': 'Disputa: valor bloqueado',
  'dispute release': 'Disputa ganha: valor de volta',
  'dispute loss': 'Disputa perdida: devolvido ao pagador',
  'dispute reversal': 'Disputa revertida a seu favor',
  'cashout hold': 'Saque: valor reservado',
  'cashout release': 'Saque não feito: valor de volta',
  'cashout payout': 'Saque',
  'cashout fee': 'Tarifa do saque',
  'cashout return': 'Saque devolvido pelo destino',
}
