import { type LogoType, maxLogoBytes } from '../../contract/logo.ts'
import type { Color } from '../primitives/contrast.ts'

/** How a merchant looks on the page of a payer. */
export interface Brand {
  /** Absent: the name of the account. */
  readonly name?: string
  /** Absent: the color of the gateway. */
  readonly color?: Color
  readonly logo?: Logo
  readonly updatedAt?: Date
}

/** A picture without its bytes. */
export interface Logo {
  readonly type: LogoType
  /** The SHA-256 of its bytes, hex: the name of this version. */
  readonly digest: string
}

/** The type of a picture by its first bytes. Undefined: none of them, empty, or too large. */
export function logoTypeOf(bytes: Buffer): LogoType | undefined {
  if (bytes.length > maxLogoBytes) return undefined
  const starts = bytes.subarray(0, 12).toString('latin1')
  if (starts.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^RIFF.{4}WEBP$/s.test(starts)) return 'image/webp'
  return undefined
}
