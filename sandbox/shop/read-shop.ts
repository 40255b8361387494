import { fieldsOf } from '../control-route.ts'

/** What a parent process says of the merchant whose shop this is. */
export interface ShopKeys {
  readonly baseUrl: string
  readonly secretKey: string
  readonly publicKey: string
  readonly port?: number
  readonly postbackUrl?: string
}

/** Reads what a message says of the shop; `undefined` when it says too little. */
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
