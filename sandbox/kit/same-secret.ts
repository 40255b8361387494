import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares digests, so that the duration does not depend on the secret. */
export const isSameSecret = (left: string, right: string): boolean =>
  timingSafeEqual(digest(left), digest(right))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
