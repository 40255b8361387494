import { maskDocument } from '../../src/brazil/document.ts'
import { reaisFromCents } from '../../src/brazil/reais.ts'
import { cents } from '../../src/primitives/money.ts'
import type { SentAccount, SentPayout, SentReturn } from './payout-store.ts'

/** The response to the call that sends: accepted, not paid. */
export const renderAccepted = ({ idEnvio, endToEndId, amount, requestedAt }: SentPayout) => ({
  idEnvio,
  e2eId: endToEndId,
  valor: reaisFromCents(cents(amount)),
  horario: { solicitacao: requestedAt.toISOString() },
  status: 'EM_PROCESSAMENTO',
})

/** How a query shows a payment. */
interface Shown {
  /** The key that pays. */
  readonly payerKey: string
  /** The query asks for the banks of accounts. */
  readonly withBank: boolean
}

/** A payment as a query shows it. */
export const renderPayout = (
  payout: SentPayout,
  returns: readonly SentReturn[],
  { payerKey, withBank }: Shown,
) => ({
  endToEndId: payout.endToEndId,
  idEnvio: payout.idEnvio,
  valor: reaisFromCents(cents(payout.amount)),
  chave: payerKey,
  status: payout.status,
  ...(payout.info !== null && { infoPagador: payout.info }),
  horario: {
    solicitacao: payout.requestedAt.toISOString(),
    ...(payout.decidedAt &&
      payout.status === 'REALIZADO' && { liquidacao: payout.decidedAt.toISOString() }),
  },
  favorecido: payout.account
    ? { contaBanco: { ...ownerOf(payout), ...accountOf(payout.account, withBank) } }
    : { chave: payout.key, identificacao: ownerOf(payout) },
  ...(returns.length > 0 && { devolucoes: returns.map(renderReturn) }),
  gnExtras: extras(payout),
})

const accountOf = ({ codigoBanco, ...account }: SentAccount, withBank: boolean) => ({
  ...(withBank && { codigoBanco }),
  ...account,
})

const ownerOf = ({ ownerName, ownerDocument }: SentPayout) => ({
  nome: ownerName,
  [ownerDocument.length === 11 ? 'cpf' : 'cnpj']: maskDocument(ownerDocument),
})

/** A payment as a notice shows it. */
export const renderNotice = (payout: SentPayout, returns: readonly SentReturn[]) => ({
  pix: [
    {
      endToEndId: payout.endToEndId,
      ...(payout.account === null && { chave: payout.key }),
      tipo: 'SOLICITACAO',
      status: payout.status,
      valor: reaisFromCents(cents(payout.amount)),
      horario: { solicitacao: payout.requestedAt.toISOString() },
      ...(returns.length > 0 && { devolucoes: returns.map(renderReturn) }),
      gnExtras: extras(payout),
    },
  ],
})

const renderReturn = ({ rtrId, amount, at }: SentReturn) => ({
  id: rtrId.slice(-11),
  rtrId,
  valor: reaisFromCents(cents(amount)),
  horario: { solicitacao: at.toISOString(), liquidacao: at.toISOString() },
  status: 'DEVOLVIDO',
})

const extras = ({ idEnvio, status }: SentPayout) => ({
  idEnvio,
  ...(status === 'NAO_REALIZADO' && {
    erro: {
      codigo: 'AB03',
      origem: 'SPI',
      motivo: 'O banco do beneficiário não aceitou o pagamento.',
    },
  }),
})
