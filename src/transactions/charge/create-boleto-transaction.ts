import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import { localDate } from '../../brazil/local-time.ts'
import { write } from '../../journal/change.ts'
import { defined } from '../../primitives/defined.ts'
import { markedId, newId, randomBase62 } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { boletoRegistrationMs } from '../../providers/polling/timeouts.ts'
import {
  type BoletoBank,
  type BoletoOrder,
  boletoReference,
  type RegisteredBoleto,
} from '../../providers/ports/boleto.ts'
import { boletoDueDate, boletoEnd, checkEndByFile } from '../methods/boleto.ts'
import { boletoTerms } from '../methods/boleto-terms.ts'
import type { BoletoPayment, Creation, Order } from '../order.ts'
import { planTransaction } from '../plan-transaction.ts'
import { registrationOf, remittanceRecordsWriter } from '../remittance/remittance-store.ts'
import type { Transaction } from '../transaction.ts'
import { nextBoletoSequence } from '../transaction-store.ts'
import { documentNumberOf, payerOf } from './boleto-order.ts'
import { chargeRejection, recordNewCharge } from './new-charge.ts'

/**
 * A boleto is registered at the bank and committed once, with the bank's response. If there is
 * none, no payer can have the boleto. Then the caller gets a 503, and a repeat registers a boleto
 * with a new number. At a bank that takes files the commit has the instruction to register it.
 */
export async function createBoleto(
  app: Pick<App, 'sql' | 'clock' | 'journal' | 'providers' | 'links'>,
  account: Account,
  order: Order<BoletoPayment>,
  creation: Creation,
): Promise<Transaction> {
  const at = app.clock.now()
  const plan = planTransaction(account, order, {
    id: markedId(newId(at.getTime()), account.id),
    secureId: randomBase62(24),
    at,
  })
  const bank = app.providers.boleto(plan.providerId)
  const dueDate = boletoDueDate(at, order.payment.expiresInDays)
  const { settings } = account
  const terms = boletoTerms(order.payment, { settings, bank, dueDate })
  const { payableDaysAfterDue, overdue } = terms
  const draft = { ...plan, expiresAt: boletoEnd(dueDate, payableDaysAfterDue) }
  const isByFile = 'remittances' in bank
  if (isByFile) checkEndByFile(at, draft.expiresAt)
  const payer = payerOf(draft.order)
  // The notary summons the payer at this address, so that of the settings does not do.
  if ((bank.needsPayerAddress || overdue?.action === 'PROTEST') && !payer.address)
    throw new Rejection('payer-address-required', {
      field: 'customer.address',
      provider: bank.name,
    })
  const slip: BoletoOrder = {
    sequence: await nextBoletoSequence(app.sql),
    amount: draft.amount,
    issueDate: localDate(at).toString(),
    dueDate: dueDate.toString(),
    ...terms,
    documentNumber: documentNumberOf(draft),
    payer,
    shop: { name: account.name, document: account.document },
    instructions: order.payment.instructions,
  }
  const registered = await registerAt(bank, slip)
  const {
    beneficiary,
    finalBeneficiary,
    agencyAndAccount,
    wallet,
    ourNumber,
    reference,
    barcode,
    digitableLine,
    pix,
  } = registered
  const transaction: Transaction = {
    ...draft,
    boleto: {
      ourNumber,
      barcode,
      digitableLine,
      dueDate: slip.dueDate,
      instructions: slip.instructions,
      agencyAndAccount,
      wallet,
      beneficiary,
      ...defined({ reference, finalBeneficiary, pix, overdue }),
      ...(isByFile && { registration: 'PENDING' }),
    },
  }
  const { extraWrites = [] } = creation
  return recordNewCharge(app, transaction, boletoReference(registered), {
    ...creation,
    extraWrites: isByFile
      ? [...extraWrites, write(remittanceRecordsWriter, registrationOf(transaction))]
      : extraWrites,
  })
}

/** At a bank that takes files the boleto is registered later, by one of them. */
async function registerAt(bank: BoletoBank, slip: BoletoOrder): Promise<RegisteredBoleto> {
  if ('remittances' in bank) return bank.remittances.issue(slip)
  const signal = AbortSignal.timeout(boletoRegistrationMs)
  const first = await bank.register(slip, signal)
  // The bank knows a repeat by its number. A boleto whose response is lost stays open there, and
  // may go to protest.
  const isRepeated = first.kind === 'unavailable' && !signal.aborted
  const outcome = isRepeated ? await bank.register(slip, signal) : first
  if (outcome.kind !== 'registered') throw chargeRejection(bank.name, outcome)
  return outcome.boleto
}
