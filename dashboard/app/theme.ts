import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  parseThemeColor,
  type VariantColorsResolver,
} from '@mantine/core'

/** Green of the brand: the color of actions, and of money that has arrived. */
const guiche: MantineColorsTuple = [
  '#e9f8f0',
  '#d3efe0',
  '#a6dfc0',
  '#75ce9e',
  '#4fc081',
  '#2fae6a',
  '#1b9558',
  '#0a7c4a',
  '#07663d',
  '#044f2f',
]

/** Neutral grays with a trace of the green. */
const gray: MantineColorsTuple = [
  '#f6f8f7',
  '#eef2f0',
  '#dfe6e2',
  '#ccd6d1',
  '#a9b7b0',
  '#84948c',
  '#65756d',
  '#4a5952',
  '#303d37',
  '#1a2420',
]

const dark: MantineColorsTuple = [
  '#e3eae6',
  '#c3cec8',
  '#9dada5',
  '#71827a',
  '#3d4a44',
  '#2c3833',
  '#202a26',
  '#161d1a',
  '#101613',
  '#0b100e',
]

/** The light variant of Mantine is too faint for small text: these pass 4.5 to 1. */
const variantColors: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input)
  if (input.variant !== 'light') return resolved
  const { color, isThemeColor } = parseThemeColor({
    color: input.color ?? input.theme.primaryColor,
    theme: input.theme,
  })
  if (!isThemeColor) return resolved
  const shade = (light: number, dark: string) =>
    `light-dark(var(--mantine-color-${color}-${light}), ${dark})`
  const faint = (share: number) =>
    `color-mix(in srgb, var(--mantine-color-${color}-5) ${share}%, transparent)`
  return {
    ...resolved,
    background: shade(0, faint(18)),
    hover: shade(1, faint(26)),
    color: `light-dark(color-mix(in srgb, var(--mantine-color-${color}-9) 62%, black), var(--mantine-color-${color}-2))`,
  }
}

/** `close`: the name of the buttons that close dialogs and messages. */
export const themeFor = (close: string) =>
  createTheme({
    variantColorResolver: variantColors,
    primaryColor: 'guiche',
    primaryShade: 7,
    colors: { guiche, gray, dark },
    autoContrast: true,
    luminanceThreshold: 0.36,
    black: '#14211b',
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontFamily:
      '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    headings: {
      fontWeight: '650',
      sizes: {
        h1: { fontSize: '1.6rem', lineHeight: '1.25' },
        h2: { fontSize: '1.15rem', lineHeight: '1.35' },
        h3: { fontSize: '1rem', lineHeight: '1.4' },
      },
    },
    components: {
      // Fields are required unless their label says otherwise.
      InputWrapper: { defaultProps: { withAsterisk: false } },
      Modal: { defaultProps: { closeButtonProps: { 'aria-label': close } } },
      Drawer: { defaultProps: { closeButtonProps: { 'aria-label': close } } },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': close } } },
    },
  })

/** The ground of the page, the paper of its cards, and secondary text that stays readable. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f4f7f5',
    '--mantine-color-dimmed': '#56635c',
    '--mantine-color-placeholder': '#5f6c65',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--card': '#ffffff',
    '--line': 'var(--mantine-color-gray-2)',
  },
  dark: {
    '--mantine-color-body': 'var(--mantine-color-dark-8)',
    '--mantine-color-dimmed': '#9dada5',
    '--mantine-color-placeholder': '#93a39b',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--card': 'var(--mantine-color-dark-7)',
    '--line': 'var(--mantine-color-dark-5)',
  },
})
