/** The pictures that every browser shows. SVG is none of them, because it can hold scripts. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type LogoType = (typeof logoTypes)[number]

/** The largest logo, bytes. */
export const maxLogoBytes = 128 * 1_024
