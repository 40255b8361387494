import { localDate } from '../../src/brazil/local-time.ts'
import { type Chargeback, reasonText } from './chargeback.ts'
import type { CaseEntry } from './chargeback-store.ts'
import type { Sale } from './sale.ts'

/**
 * A stage as the chargeback API lists it (docs/design/providers/cielo.md#chargeback-fields).
 * Amounts in cents, days in São Paulo.
 */
export function renderStage(
  stage: Chargeback,
  context: {
    readonly sale: Sale
    readonly establishmentNumber: number
    /** The newest of this stage. */
    readonly entry: CaseEntry | undefined
    readonly now: Date
  },
) {
  const { sale, establishmentNumber, entry } = context
  const daysLeft = localDate(context.now).until(localDate(new Date(stage.deadlineAt)), {
    largestUnit: 'days',
  }).days
  const association = associations[sale.brand]
  return {
    treatmentDeadline: day(stage.deadlineAt),
    ...{ idCase: stage.idCase, idChargeback: stage.idChargeback, establishmentNumber },
    process: stage.process,
    lifecycle:
      entry && stage.phase !== 'merchant'
        ? { action: phases[entry.phase], actionDate: day(entry.at) }
        : {},
    transactionAmount: stage.amount,
    ...(stage.action !== null && { actionTakenCode: actionCodes[stage.action] }),
    transactionDetails: {
      transactionDate: day(sale.receivedAt),
      authorization: sale.authorizationCode,
      ...(association !== undefined && { cardAssociation: association }),
      truncatedCard: sale.maskedNumber,
      referenceNumber: `7${sale.tid.slice(-10)}${sale.proofOfSale}`,
      ro: sale.tid.slice(-7),
      terminal: '00000001',
      // The item of a stage that waits has no tid, and the nsu as a number.
      ...(stage.phase === 'merchant'
        ? { nsu: Number(sale.proofOfSale) }
        : { nsu: sale.proofOfSale, tid: sale.tid }),
    },
    chargebackDetails: {
      reasonCode: stage.reasonCode,
      reasonDescription: reasonText(stage.reasonCode),
      receptionDate: day(stage.receivedAt),
      ...(stage.repliedAt !== null && { replyDate: day(stage.repliedAt) }),
    },
    remainingDaysToTreat: stage.phase === 'merchant' ? Math.max(0, daysLeft) : 0,
  }
}

/** One line of a case's history. */
export const renderEntry = (entry: CaseEntry) => ({
  idChargeback: entry.idChargeback,
  process: entry.process,
  action: phases[entry.phase],
  actionDate: day(entry.at),
  ...(entry.action !== null && { actionTakenCode: actionCodes[entry.action] }),
})

const phases = {
  merchant: 'Em análise com o Cliente',
  issuer: 'Em análise com o Emissor',
  'for-merchant': 'A favor do Estabelecimento',
  'for-issuer': 'A favor do Emissor',
} as const satisfies Record<Chargeback['phase'], string>

/** The merchant accepted the claim, or refused it. */
const actionCodes = { accept: 'A', refuse: 'R' } as const

/** The network as Cielo spells it. Other networks have no number. */
const associations: Readonly<Record<string, number>> = {
  Visa: 1,
  Master: 2,
  Amex: 3,
  Elo: 7,
  Hipercard: 40,
}

const day = (at: number): string => localDate(new Date(at)).toString()
