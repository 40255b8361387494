import { createHash, timingSafeEqual } from 'node:crypto'

/** The value of an `Authorization` header (RFC 7617). */
export const basicAuth = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** Whether two texts are the same. The duration of the comparison reveals nothing about them. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other))

const digest = (value: string): Buffer => createHash('sha256').update(value).digest()
