import { type CauseType, type EffectName, effectName } from '../../../ledger/effect.ts'
import type { Entry } from '../../../ledger/entry-store.ts'

/** The text of an entry for people. */
export function describeEntry({ cause: { type, effect } }: Pick<Entry, 'cause'>): string {
  const known: Readonly<Record<string, string>> = words[type]
  return known[effectName(effect)] ?? `${type} ${effect}`
}

/** The text of a kind of entries. */
export const describeKind = ({
  type,
  effect,
}: {
  readonly type: string
  readonly effect: string
}) =>
  (words as Readonly<Record<string, Readonly<Record<string, string>>>>)[type]?.[effect] ??
  `${type} ${effect}`

const words: { readonly [Type in CauseType]: Readonly<Record<EffectName<Type>, string>> } = {
  transaction: {
    sale: 'Venda',
    'sale-fee': 'Tarifa da venda',
    'late-approval': 'Aprovação tardia: a desfazer',
    'late-approval-void': 'Aprovação tardia desfeita',
  },
  receivable: { settlement: 'Recebível liquidado' },
  refund: {
    hold: 'Devolução: valor reservado',
    release: 'Devolução não feita: valor de volta',
    return: 'Devolução ao pagador',
    'fee-return': 'Tarifa devolvida',
    returned: 'Devolução não aceita pelo destino: valor de volta',
  },
  dispute: {
    hold: 'Disputa: valor bloqueado',
    release: 'Disputa: valor desbloqueado',
    loss: 'Disputa perdida: devolvido ao pagador',
    reversal: 'Disputa revertida a seu favor',
  },
  cashout: {
    hold: 'Saque: valor reservado',
    release: 'Saque não feito: valor de volta',
    payout: 'Saque',
    fee: 'Tarifa do saque',
    return: 'Saque devolvido pelo destino',
  },
  transfer: { 'debt-payment': 'Pagamento de dívida' },
  correction: { entry: 'Correção' },
}
