import assert from 'node:assert/strict'
import { reaisFromCents } from '../../brazil/reais.ts'
import type { BoletoOrder, BoletoPayer } from '../ports/boleto.ts'
import type { InterSettings } from './settings.ts'

/** Days after the due date, at most, until the bank cancels a charge (`numDiasAgenda`). */
export const maxPayableDaysAfterDue = 60

/**
 * `seuNumero`: our sequence. The bank takes a second charge with the same number, amount, due date
 * and payer within 30 minutes for a repeat, so the reference of a merchant, which two orders may
 * share, is not sent.
 */
export const ownNumberOf = ({ sequence }: Pick<BoletoOrder, 'sequence'>): string => String(sequence)

/** Body of `POST /cobrancas`. */
export function chargeBody(order: BoletoOrder, settings: InterSettings) {
  const lines = messageLines(order, settings)
  return {
    seuNumero: ownNumberOf(order),
    // The nearest float of at most 12 digits is printed as the same digits, and no arithmetic is
    // done with it.
    valorNominal: Number(reaisFromCents(order.amount)),
    dataVencimento: order.dueDate,
    numDiasAgenda: order.payableDaysAfterDue,
    pagador: payerBody(order.payer, settings),
    ...(lines.length > 0 && {
      mensagem: Object.fromEntries(lines.map((line, index) => [`linha${index + 1}`, line])),
    }),
  }
}

function payerBody(
  { name, document, address: own }: BoletoPayer,
  { payerAddress }: Pick<InterSettings, 'payerAddress'>,
) {
  const address = own ?? payerAddress
  assert(address, 'a boleto needs an address of its payer')
  return {
    cpfCnpj: document,
    tipoPessoa: document.length === 11 ? 'FISICA' : 'JURIDICA',
    nome: cut(name, 100),
    endereco: cut(address.street, 100),
    bairro: cut(address.neighborhood, 60),
    cidade: cut(address.city, 60),
    uf: address.state.toUpperCase(),
    cep: address.zipCode.replace(/\D/g, ''),
  }
}

/** The shop, unless it is the account holder. */
export const finalBeneficiaryOf = (
  { shop }: Pick<BoletoOrder, 'shop'>,
  { beneficiary }: Pick<InterSettings, 'beneficiary'>,
): BoletoOrder['shop'] | undefined =>
  shop.document === beneficiary.document && shop.name === beneficiary.name ? undefined : shop

const [maxLines, lineLength] = [5, 78]

/**
 * The text printed on the boleto. It names the shop: the bank's own field for it requires an
 * address, which a shop need not have.
 */
function messageLines(order: BoletoOrder, settings: InterSettings): readonly string[] {
  const shop = finalBeneficiaryOf(order, settings)
  return [
    ...(shop ? [cut(`Beneficiário final: ${shop.document} ${shop.name}`, lineLength)] : []),
    ...wrapped(order.instructions.join(' ')),
  ].slice(0, maxLines)
}

/** Lines that end between words. A word that is longer than a line is cut. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const line = lines.at(-1)
    const longer = line === undefined ? undefined : `${line} ${word}`
    if (longer !== undefined && longer.length <= lineLength) lines[lines.length - 1] = longer
    else lines.push(word.slice(0, lineLength))
  }
  return lines
}

const cut = (text: string, length: number): string => text.trim().slice(0, length).trim()
