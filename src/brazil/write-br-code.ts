import assert from 'node:assert/strict'
import type { Cents } from '../primitives/money.ts'
import { maxBrCodeLength, pixGui } from './br-code.ts'
import { asciiText, crc16, type EmvField, writeChain } from './emv-chain.ts'
import { isStaticTxid } from './pix-ids.ts'
import { reaisFromCents } from './reais.ts'

/**
 * Who is paid, as printed. Accents are dropped; the name is cut to 25 characters and the city to
 * 15.
 */
type Receiver = { receiverName: string; city: string; merchantCategory?: string }

export type DynamicBrCode = Receiver & {
  /** Host and path of the payload, without `https://`, at most 77 characters. */
  location: string
  /** A location that may be paid more than once is marked. */
  isReusable?: boolean
  /** Pix Automático: where the recurrence is described, at most 77 characters. */
  recurrenceLocation?: string
}

export type StaticBrCode = Receiver & {
  /** A Pix key in normal form. */
  pixKey: string
  /** Absent: the payer types it. */
  amount?: Cents
  /** 1 to 25 letters and digits. */
  txid?: string
  /** Text for the payer. Key and text share one template: with an EVP key 37 characters fit. */
  additionalInfo?: string
}

/**
 * The code of a charge whose amount and txid are fetched from its location. Asserts every limit.
 */
export function writeDynamicBrCode({
  location,
  isReusable = false,
  recurrenceLocation,
  ...receiver
}: DynamicBrCode) {
  const target = pixTemplate('26', [locationField(location)])
  const recurrence = recurrenceLocation
    ? [pixTemplate('80', [locationField(recurrenceLocation)])]
    : []
  return writeBrCode({ id: '01', value: isReusable ? '11' : '12' }, target, receiver, {
    txid: '***', // The real one is behind the location and would not fit here.
    recurrence,
  })
}

/** The code of a key. Any person may pay it any number of times. Asserts every limit. */
export function writeStaticBrCode({
  pixKey,
  amount,
  txid = '***',
  additionalInfo,
  ...receiver
}: StaticBrCode) {
  assert(pixKey.length >= 1 && pixKey.length <= 77, 'a Pix key has 1 to 77 characters')
  assert(isStaticTxid(txid), 'the txid of a static code has 1 to 25 letters and digits')
  const info =
    additionalInfo === undefined ? [] : [{ id: '02', value: asciiText(additionalInfo, 72) }]
  const target = pixTemplate('26', [{ id: '01', value: pixKey }, ...info])
  return writeBrCode(undefined, target, receiver, { amount, txid, recurrence: [] })
}

type Details = { amount?: Cents | undefined; txid: string; recurrence: readonly EmvField[] }

function writeBrCode(
  pointOfInitiation: EmvField | undefined,
  target: EmvField,
  { receiverName, city, merchantCategory = '0000' }: Receiver,
  { amount, txid, recurrence }: Details,
): string {
  assert(/^\d{4}$/.test(merchantCategory), 'a merchant category has four digits')
  const body = writeChain([
    { id: '00', value: '01' },
    ...(pointOfInitiation ? [pointOfInitiation] : []),
    target,
    { id: '52', value: merchantCategory },
    { id: '53', value: '986' },
    ...(amount === undefined ? [] : [amountField(amount)]),
    { id: '58', value: 'BR' },
    { id: '59', value: asciiText(receiverName, 25) },
    { id: '60', value: asciiText(city, 15) },
    { id: '62', value: writeChain([{ id: '05', value: txid }]) },
    ...recurrence,
  ])
  const text = `${body}6304${crc16(`${body}6304`)}`
  assert(text.length <= maxBrCodeLength, `a BR Code has at most ${maxBrCodeLength} characters`)
  return text
}

function amountField(amount: Cents): EmvField {
  const value = reaisFromCents(amount)
  assert(value.length <= 13, 'a BR Code carries at most R$ 9999999999.99')
  return { id: '54', value }
}

function locationField(location: string): EmvField {
  assert(
    location.length <= 77 && !location.includes('://'),
    'a location has at most 77 characters and no scheme',
  )
  return { id: '25', value: location }
}

const pixTemplate = (id: string, fields: readonly EmvField[]): EmvField => ({
  id,
  value: writeChain([{ id: '00', value: pixGui }, ...fields]),
})
