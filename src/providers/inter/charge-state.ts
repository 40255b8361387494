/**
 * `situacao`: its effect for a payer and for us. A word that the bank did not publish has none.
 */
export type ChargeState =
  | 'processing'
  | 'open'
  | 'in-protest'
  | 'paid'
  | 'cancelled'
  | 'failed'
  | 'unclear'

export const chargeState = (situation: string): ChargeState => states.get(situation) ?? 'unclear'

const states: ReadonlyMap<string, ChargeState> = new Map([
  ['EM_PROCESSAMENTO', 'processing'],
  ['A_RECEBER', 'open'],
  ['ATRASADO', 'open'],
  ['PROTESTO', 'in-protest'], // Protested, still a debt.
  ['RECEBIDO', 'paid'],
  // A person closed it by hand: the money did not come through this bank.
  ['MARCADO_RECEBIDO', 'cancelled'],
  ['CANCELADO', 'cancelled'],
  ['EXPIRADO', 'cancelled'],
  ['FALHA_EMISSAO', 'failed'],
])
