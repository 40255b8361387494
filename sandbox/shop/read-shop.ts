import { fieldsOf } from '../kit/fields.ts'

/** What the parent process sends about the shop's merchant. */
export interface ShopKeys {
  readonly baseUrl: string
  readonly secretKey: string
  readonly publicKey: string
  readonly port?: number
  readonly postbackUrl?: string
}

/** Reads the shop's keys from a message. `undefined`: a required field is missing. */
export function readShop(value: unknown): ShopKeys | undefined {
  const { baseUrl, secretKey, publicKey, port, postbackUrl } = fieldsOf(value)
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl)) return undefined
  if (typeof secretKey !== 'string' || typeof publicKey !== 'string') return undefined
  return {
    baseUrl,
    secretKey,
    publicKey,
    ...(typeof port === 'number' && { port }),
    ...(typeof postbackUrl === 'string' && { postbackUrl }),
  }
}
