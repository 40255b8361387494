import { withFlippedBit } from './payload-defects.ts'
import type { DeviceToken, TokenHeader } from './token.ts'

/**
 * Changes to a valid token in transit, and unusual forms of it. `another`: a second valid token.
 */
export const tokenDefects = {
  'wrong-version': (token) => withPayment(token, { version: 'EC_v2' }),
  'rsa-version': (token) => withPayment(token, { version: 'RSA_v1' }),
  'missing-payment-data': (token) => without(token, 'paymentData'),
  'missing-version': (token) => ({ ...token, paymentData: without(token.paymentData, 'version') }),
  'missing-data': (token) => ({ ...token, paymentData: without(token.paymentData, 'data') }),
  'missing-signature': (token) => ({
    ...token,
    paymentData: without(token.paymentData, 'signature'),
  }),
  'missing-header': (token) => ({ ...token, paymentData: without(token.paymentData, 'header') }),
  'missing-ephemeral-public-key': (token) => withoutHeader(token, 'ephemeralPublicKey'),
  'missing-public-key-hash': (token) => withoutHeader(token, 'publicKeyHash'),
  'missing-transaction-id': (token) => withoutHeader(token, 'transactionId'),
  'missing-payment-method': (token) => without(token, 'paymentMethod'),
  'missing-network': (token) => ({
    ...token,
    paymentMethod: without(token.paymentMethod, 'network'),
  }),
  'missing-transaction-identifier': (token) => without(token, 'transactionIdentifier'),
  'number-for-text': (token) => ({ ...token, paymentData: { ...token.paymentData, data: 7 } }),
  'extra-fields': (token) => ({
    ...token,
    new: [1],
    paymentData: { ...token.paymentData, alsoNew: { a: 'b' } },
  }),
  'base64-newline': (token) => withPayment(token, { data: `${token.paymentData.data}\n` }),
  // Some decoders accept both alphabets, so one token could have two spellings and count as two
  // tokens.
  'base64-url-alphabet': (token) =>
    withPayment(token, {
      signature: token.paymentData.signature.replaceAll('+', '-').replaceAll('/', '_'),
    }),
  'base64-padding': (token) =>
    withPayment(token, { data: `${token.paymentData.data.replace(/=+$/, '')}=====` }),
  'hex-odd-length': (token) =>
    withHeader(token, { transactionId: token.paymentData.header.transactionId.slice(1) }),
  'hex-upper-case': (token) => ({
    ...withHeader(token, { transactionId: token.paymentData.header.transactionId.toUpperCase() }),
    transactionIdentifier: token.transactionIdentifier.toUpperCase(),
  }),
  'flipped-data': (token) =>
    withPayment(token, { data: flipped(token.paymentData.data, 'base64') }),
  'flipped-signature': (token) =>
    withPayment(token, { signature: flipped(token.paymentData.signature, 'base64', -20) }),
  'flipped-ephemeral-public-key': (token) =>
    withHeader(token, {
      ephemeralPublicKey: flipped(token.paymentData.header.ephemeralPublicKey, 'base64'),
    }),
  'flipped-transaction-id': (token) =>
    withHeader(token, { transactionId: flipped(token.paymentData.header.transactionId, 'hex') }),
  'flipped-application-data': (token) =>
    withHeader(token, {
      applicationData: flipped(token.paymentData.header.applicationData ?? '00'.repeat(32), 'hex'),
    }),
  'removed-application-data': (token) => withoutHeader(token, 'applicationData'),
  'header-of-another': (token, another) =>
    withPayment(token, { header: another.paymentData.header }),
  'unknown-processing-key': (token) =>
    withHeader(token, { publicKeyHash: flipped(token.paymentData.header.publicKeyHash, 'base64') }),
  'trailing-bytes': (token) =>
    withPayment(token, { signature: appended(token.paymentData.signature, 3) }),
  'signature-of-1-megabyte': (token) =>
    withPayment(token, { signature: appended(token.paymentData.signature, 2 ** 20) }),
  'huge-data': (token) => withPayment(token, { data: Buffer.alloc(9_000).toString('base64') }),
  'huge-token': (token) => ({ ...token, padding: 'x'.repeat(40_000) }),
} satisfies Record<string, (token: DeviceToken, another: DeviceToken) => unknown>

const withPayment = (
  token: DeviceToken,
  change: Partial<DeviceToken['paymentData']>,
): DeviceToken => ({
  ...token,
  paymentData: { ...token.paymentData, ...change },
})

const withHeader = (token: DeviceToken, change: Partial<TokenHeader>): DeviceToken =>
  withPayment(token, { header: { ...token.paymentData.header, ...change } })

const withoutHeader = (token: DeviceToken, field: keyof TokenHeader): object => ({
  ...token,
  paymentData: { ...token.paymentData, header: without(token.paymentData.header, field) },
})

const without = <Whole extends object>(whole: Whole, field: keyof Whole): object =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field))

const flipped = (text: string, encoding: 'base64' | 'hex', index = -2): string =>
  withFlippedBit(Buffer.from(text, encoding), index).toString(encoding)

const appended = (text: string, length: number): string =>
  Buffer.concat([Buffer.from(text, 'base64'), Buffer.alloc(length)]).toString('base64')
