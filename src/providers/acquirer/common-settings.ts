import { Type } from 'typebox'
import type { CardCapabilities } from '../ports/card.ts'
import { shown } from '../settings-form/setting.ts'
import { caOrEmpty } from '../settings-form/usual-settings.ts'

const usualSettleWindowMs = 15 * 60_000
const usualNotFoundGapMs = 60_000

/** Settings that every acquirer has. */
export const commonSettings = {
  softDescriptor: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Za-z]{1,13}$',
      ...shown({
        label: { pt: 'Nome na fatura', en: 'Name on the statement' },
        help: {
          pt: 'O nome na fatura do cartão quando a venda não traz um: até 13 letras e números.',
          en: 'The name on the card statement when a sale has none: at most 13 letters and digits.',
        },
      }),
    }),
  ),
  settleWindowMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      default: usualSettleWindowMs,
      ...shown({
        label: { pt: 'Janela de "não encontrada" (ms)', en: 'Window of "not found" (ms)' },
        help: {
          pt: 'Por quanto tempo depois da chamada "não encontrada" não prova nada.',
          en: 'For how long after a call "not found" proves nothing.',
        },
      }),
    }),
  ),
  notFoundGapMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      default: usualNotFoundGapMs,
      ...shown({
        label: { pt: 'Intervalo entre "não encontrada" (ms)', en: 'Gap between "not found" (ms)' },
        help: {
          pt: 'O menor tempo entre duas respostas "não encontrada" que contam.',
          en: 'The shortest time between two responses "not found" that count.',
        },
      }),
    }),
  ),
  ca: caOrEmpty,
}

/** When "not found" starts to count (docs/design/rules.md#u6), with the defaults. */
export const notFoundRules = (settings: {
  readonly settleWindowMs?: number
  readonly notFoundGapMs?: number
}): Pick<CardCapabilities, 'settleWindowMs' | 'notFoundGapMs'> => ({
  settleWindowMs: settings.settleWindowMs ?? usualSettleWindowMs,
  notFoundGapMs: settings.notFoundGapMs ?? usualNotFoundGapMs,
})
