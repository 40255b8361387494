import assert from 'node:assert/strict'
import type { Party, Slip, SlipStatus } from '../../../checkout/boleto/slip.ts'
import { localDate } from '../../brazil/local-time.ts'
import type { Address, Transaction } from '../../transactions/transaction.ts'
import { pageStatus } from './page-status.ts'

/** The paper of a boleto, from stored facts only: what the bank registered is what is printed. */
export function slipOf(transaction: Transaction, { bankName, now }: { bankName: string; now: Date }): Slip {
  const { boleto, amount, createdAt, expiresAt, order, id } = transaction
  assert(boleto, 'a slip is made of a boleto')
  const issued = localDate(createdAt).toString()
  return {
    status: slipStatus(transaction, now),
    bankName,
    barcode: boleto.barcode,
    digitableLine: boleto.digitableLine,
    amount,
    dueDate: boleto.dueDate,
    documentDate: issued,
    processingDate: issued,
    ...(expiresAt && { lastPayableDate: localDate(expiresAt).toString() }),
    beneficiary: boleto.beneficiary,
    agencyAndAccount: boleto.agencyAndAccount,
    ourNumber: boleto.ourNumber,
    wallet: boleto.wallet,
    documentNumber: (order.externalRef ?? id.replaceAll('-', '')).slice(-15),
    kind: 'DM',
    accepted: false,
    payer: payerOf(transaction),
    instructions: boleto.instructions,
    ...(boleto.pix && { pixEmv: boleto.pix.emv }),
  }
}

function slipStatus(transaction: Transaction, now: Date): SlipStatus {
  const kind = pageStatus(transaction, now)
  return kind === 'paid' ? { kind, paidAt: transaction.paidAt ?? transaction.updatedAt } : { kind }
}

function payerOf({ order: { customer, shipping } }: Transaction): Party {
  const address = customer?.address ?? shipping?.address
  return {
    name: customer?.name ?? '',
    document: customer?.document?.number ?? '',
    ...(address && { address: addressLine(address) }),
  }
}

const addressLine = ({ street, streetNumber, complement, neighborhood, city, state, zipCode }: Address): string =>
  [street, streetNumber, complement, neighborhood, city, state, zipCode].filter((part) => part !== null).join(', ')
