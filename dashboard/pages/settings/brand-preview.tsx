import { SegmentedControl } from '@mantine/core'
import { type CSSProperties, useState } from 'react'
import { contrastOf, textColorOn } from '../../../src/primitives/contrast.ts'
import { Card } from '../../parts/card.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import classes from './brand-preview.module.css'
import { brandTexts } from './brand-texts.ts'

type Scheme = 'light' | 'dark'

/** The colors of the cards of the checkout. */
const paper: Readonly<Record<Scheme, string>> = { light: '#ffffff', dark: '#18201c' }

/** The least contrast of a shape that has a meaning (WCAG 2.2, 1.4.11). */
const shapeContrast = 3

/** A page of a payer with this brand, drawn small. Nothing of it can be used. */
export function BrandPreview({
  name,
  color,
  logo,
}: {
  readonly name: string
  /** Left out: the color of the gateway. */
  readonly color?: string
  readonly logo?: string
}) {
  const t = useTexts(brandTexts)
  const [scheme, setScheme] = useState<Scheme>('light')
  return (
    <Card
      title={t.preview}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t.scheme}
          data={[
            { value: 'light', label: t.light },
            { value: 'dark', label: t.dark },
          ]}
          value={scheme}
          onChange={(value) => setScheme(value === 'dark' ? 'dark' : 'light')}
        />
      }
    >
      <div
        className={classes.page}
        role="img"
        aria-label={t.sampleOf(name)}
        style={{ colorScheme: scheme, ...(color !== undefined && colorsOf(color, scheme)) }}
      >
        <Sample name={name} {...(logo !== undefined && { logo })} />
      </div>
    </Card>
  )
}

function Sample({ name, logo }: { readonly name: string; readonly logo?: string }) {
  const t = useTexts(brandTexts)
  const { money } = useFormat()
  return (
    <>
      {logo !== undefined && <img className={classes.logo} src={logo} alt="" />}
      <div className={classes.soft}>{name}</div>
      <div className={classes.title}>{t.sampleTitle}</div>
      <div className={classes.amount}>{money(50_00)}</div>
      <div className={classes.form}>
        <strong>{t.sampleMethod}</strong>
        <div className={classes.method} data-chosen>
          <span className={classes.dot} />
          <span>
            <strong>PIX</strong> <span className={classes.soft}>{t.samplePix}</span>
          </span>
        </div>
        <div className={classes.method}>
          <span className={classes.dot} />
          <span>
            <strong>{t.sampleCard}</strong>{' '}
            <span className={classes.soft}>{t.sampleInstallments}</span>
          </span>
        </div>
        <div className={classes.button}>{t.samplePay}</div>
      </div>
    </>
  )
}

/** The variables of the color, by the rules of the checkout. */
const colorsOf = (color: string, scheme: Scheme): CSSProperties => {
  const isSeen = contrastOf(color, paper[scheme]) >= shapeContrast
  return {
    '--accent': color,
    '--accent-ink': textColorOn(color),
    '--accent-mark': isSeen ? color : 'var(--ink)',
    '--button-edge': isSeen ? 'transparent' : 'var(--edge)',
  } as CSSProperties
}
