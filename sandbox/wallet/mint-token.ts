import { createHash } from 'node:crypto'
import { randomSecret } from '../../src/primitives/id.ts'
import { testCards } from './browser/test-cards.ts'
import { partDefects, payloadDefects } from './payload-defects.ts'
import type { WalletPki } from './pki.ts'
import type { ProcessingKey } from './processing-keys.ts'
import { asDevicesSign, signToken } from './sign-token.ts'
import { signatureDefects } from './signature-defects.ts'
import type { DeviceToken, SignedParts } from './token.ts'
import { encryptPayload, type PaymentPayload } from './token-cipher.ts'
import { tokenDefects } from './token-defects.ts'

export interface MintOptions {
  /** In cents. */
  readonly amount: number
  readonly network: Network
  /** The device's number, of the test range (`isTestNumber`). Left out: one that is approved. */
  readonly dpan?: string
  /** ISO 4217, numeric. Left out: `986`, BRL. */
  readonly currency?: string
  /** When the device signs: business time. */
  readonly now: Date
  readonly encryptTo: ProcessingKey
  /** The value that the page binds the token to, in base64. */
  readonly applicationData?: string
  /** Devices send BER. */
  readonly form?: 'BER' | 'DER'
  readonly defect?: Defect
}

export type Network = 'visa' | 'masterCard'

/** An error in a token, or an unusual form, by name. */
export type Defect =
  | keyof typeof payloadDefects
  | keyof typeof partDefects
  | keyof typeof signatureDefects
  | keyof typeof tokenDefects
  | 'encrypted-to-another-key'
  | 'bound-to-something-else'

/** Every defect a token can be minted with. */
export const defects: readonly Defect[] = [
  ...namesOf(payloadDefects),
  'encrypted-to-another-key',
  ...namesOf(partDefects),
  'bound-to-something-else',
  ...namesOf(signatureDefects),
  ...namesOf(tokenDefects),
]

export const isDefect = (name: unknown): name is Defect => defects.some((each) => each === name)

/** The sandbox issues numbers of these test ranges only. No real card has one. */
export const isTestNumber = (dpan: string): boolean => /^(489537|520424)[0-9]{10}$/.test(dpan)

/**
 * A token as a device creates it (docs/design/device-wallet.md#token-format), or one with the
 * requested defect.
 * @throws RangeError for a number outside the test range
 */
export async function mintToken(pki: WalletPki, options: MintOptions): Promise<DeviceToken> {
  const { defect, now, form = 'BER' } = options
  const card = cardFor(options)
  const encryptTo =
    defect === 'encrypted-to-another-key'
      ? { ...options.encryptTo, certificate: pki.broker.certificate }
      : options.encryptTo
  const text =
    pick(payloadDefects, defect)?.(payloadFor(options, card.dpan)) ??
    JSON.stringify(payloadFor(options, card.dpan))
  const sealed = {
    ...encryptPayload(text, encryptTo),
    transactionId: randomSecret(32),
    applicationData: bindingFor(options),
  }
  const parts = pick(partDefects, defect)?.(sealed) ?? sealed
  const order = asDevicesSign(contentOf(parts), now, { ...pki, form })
  const change = await pick(signatureDefects, defect)?.(order, pki)
  const token = tokenOf(
    parts,
    signToken({ ...order, ...change }),
    options.encryptTo.publicKeyHash,
    card,
  )
  const spoil = pick(tokenDefects, defect)
  if (!spoil) return token
  const { defect: _, ...sound } = options
  // A token with a defect is no longer a valid token: it is returned unread.
  return spoil(token, await mintToken(pki, sound)) as DeviceToken
}

interface Card {
  readonly network: Network
  readonly dpan: string
  readonly type: string
  readonly lastDigits: string
}

function cardFor({ network, dpan }: MintOptions): Card {
  if (dpan !== undefined && !isTestNumber(dpan))
    throw new RangeError('only numbers of the test range are issued')
  const known = testCards.find((card) =>
    dpan === undefined ? card.network === network : card.dpan === dpan,
  )
  if (known) return known
  if (dpan === undefined) throw new RangeError('no card of this network')
  return { network, dpan, type: 'credit', lastDigits: '0000' }
}

const payloadFor = ({ amount, currency = '986' }: MintOptions, dpan: string): PaymentPayload => ({
  applicationPrimaryAccountNumber: dpan,
  applicationExpirationDate: '491231',
  currencyCode: currency,
  transactionAmount: amount,
  deviceManufacturerIdentifier: '040010030273',
  paymentDataType: '3DSecure',
  paymentData: { onlinePaymentCryptogram: randomSecret(20).toString('base64'), eciIndicator: '7' },
})

function bindingFor({ applicationData, defect }: MintOptions): Buffer {
  if (defect === 'bound-to-something-else') return sha256(Buffer.from('something else'))
  return applicationData === undefined
    ? Buffer.alloc(0)
    : sha256(Buffer.from(applicationData, 'base64'))
}

const contentOf = ({
  ephemeralPublicKey,
  data,
  transactionId,
  applicationData,
}: SignedParts): Buffer => Buffer.concat([ephemeralPublicKey, data, transactionId, applicationData])

function tokenOf(
  parts: SignedParts,
  signature: Buffer,
  publicKeyHash: string,
  card: Card,
): DeviceToken {
  const { ephemeralPublicKey, data, transactionId, applicationData } = parts
  const network = card.network === 'visa' ? 'Visa' : 'MasterCard'
  return {
    paymentData: {
      data: data.toString('base64'),
      signature: signature.toString('base64'),
      header: {
        publicKeyHash,
        ephemeralPublicKey: ephemeralPublicKey.toString('base64'),
        transactionId: transactionId.toString('hex'),
        ...(applicationData.length > 0 && { applicationData: applicationData.toString('hex') }),
      },
      version: 'EC_v1',
    },
    paymentMethod: { displayName: `${network} ${card.lastDigits}`, network, type: card.type },
    transactionIdentifier: transactionId.toString('hex'),
  }
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** The entry of a defect in a table, if the table has one. */
const pick = <Act>(
  table: Readonly<Record<string, Act>>,
  defect: string | undefined,
): Act | undefined =>
  defect !== undefined && Object.hasOwn(table, defect) ? table[defect] : undefined

function namesOf<Table extends object>(table: Table): (keyof Table)[] {
  return Object.keys(table) as (keyof Table)[]
}
