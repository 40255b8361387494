import { localDate } from '../../brazil/local-time.ts'
import type { Sentence } from '../../primitives/config-error.ts'
import { randomId } from '../../primitives/id.ts'
import type { ApiBoletoBank, BoletoBank, FileBoletoBank } from '../ports/boleto.ts'
import type { CardAcquirer } from '../ports/card.ts'
import type { DisputePort } from '../ports/dispute.ts'
import type { PixPayer } from '../ports/payout.ts'
import type { PixReceiver } from '../ports/pix.ts'
import type { SettlementFiles } from '../ports/settlement-file.ts'

/** A query that must work before a provider goes live. It changes nothing and moves no money. */
export interface PortRead {
  readonly name: Sentence
  run(signal: AbortSignal): Promise<ReadResult>
}

/** `unknown`: the provider gave no usable response. Any other kind is a response. */
export interface ReadResult {
  readonly kind: string
  readonly cause?: unknown
}

export type ProviderPort = CardAcquirer | PixReceiver | BoletoBank | PixPayer

/**
 * One query of each kind that a port has, as it is configured. The first one checks the
 * credentials: it asks for a payment that does not exist, under `unknownId`.
 */
export function readsOf(
  port: ProviderPort,
  now: Date,
  unknownId = randomId().replaceAll('-', ''),
): readonly [PortRead, ...PortRead[]] {
  if ('findSale' in port)
    return [saleRead(port, unknownId), ...claimReads(port, now), ...fileReads(port, now)]
  if ('findCharge' in port)
    return [...pixReads(port, now, unknownId), ...claimReads(port, now), ...fileReads(port, now)]
  if ('register' in port) return [boletoRead(port), ...fileReads(port, now)]
  if ('remittances' in port) return [folderRead(port), ...fileReads(port, now)]
  return [...payoutReads(port, now, unknownId), ...fileReads(port, now)]
}

const saleRead = ({ findSale }: CardAcquirer, unknownId: string): PortRead => ({
  name: { pt: 'consulta de uma venda', en: 'query of a sale' },
  run: (signal) => findSale(unknownId.slice(0, 20), signal),
})

const pixReads = (
  { findCharge, listCharges, listPayments, takesDueCharges, dueCharges }: PixReceiver,
  now: Date,
  unknownId: string,
): [PortRead, ...PortRead[]] => [
  {
    name: { pt: 'consulta de uma cobrança', en: 'query of a charge' },
    run: (signal) => findCharge(unknownId, signal),
  },
  {
    name: { pt: 'lista de cobranças', en: 'list of charges' },
    run: (signal) => listCharges(lastHour(now), signal),
  },
  ...(takesDueCharges
    ? [
        {
          name: { pt: 'lista de cobranças com vencimento', en: 'list of charges with a due date' },
          run: (signal: AbortSignal) => dueCharges.listCharges(lastHour(now), signal),
        },
      ]
    : []),
  {
    name: { pt: 'lista de pagamentos recebidos', en: 'list of received payments' },
    run: (signal) => listPayments(lastHour(now), signal),
  },
]

const boletoRead = ({ find, unknownReference }: ApiBoletoBank): PortRead => ({
  name: { pt: 'consulta de um boleto', en: 'query of a boleto' },
  run: (signal) => find(unknownReference, signal),
})

const folderRead = ({ remittances: { folder } }: FileBoletoBank): PortRead => ({
  name: { pt: 'pasta das remessas', en: 'folder of the remittances' },
  async run() {
    try {
      await folder.check()
      return { kind: 'writable' }
    } catch (cause) {
      return { kind: 'unknown', cause }
    }
  },
})

const payoutReads = (
  { find, list }: PixPayer,
  now: Date,
  unknownId: string,
): [PortRead, ...PortRead[]] => [
  {
    name: { pt: 'consulta de um envio', en: 'query of a payment sent' },
    run: (signal) => find(unknownId, signal),
  },
  {
    name: { pt: 'lista de envios', en: 'list of payments sent' },
    run: (signal) => list(lastHour(now), signal),
  },
]

const claimReads = (
  { disputes }: { readonly disputes?: DisputePort },
  now: Date,
): readonly PortRead[] =>
  disputes
    ? [
        {
          name: { pt: 'lista de disputas', en: 'list of disputes' },
          run: (signal) => disputes.list(lastHour(now).from, signal, now),
        },
      ]
    : []

/** The newest file is opened too: a list of days is made without a call. */
const fileReads = (
  { files }: { readonly files?: SettlementFiles },
  now: Date,
): readonly PortRead[] =>
  files
    ? [
        {
          name: { pt: 'arquivos de conciliação', en: 'settlement files' },
          async run(signal) {
            const since = localDate(now).subtract({ days: 2 }).toString()
            const listing = await files.list({ since, now }, signal)
            const newest = listing.kind === 'listed' ? listing.names.at(-1) : undefined
            if (newest === undefined) return listing
            try {
              for await (const _ of files.read(newest, signal)) break
              return listing
            } catch (cause) {
              return { kind: 'unknown', cause }
            }
          },
        },
      ]
    : []

const lastHour = (now: Date) => ({ from: new Date(now.getTime() - 3_600_000), until: now })
