import { texts } from '../../text/text.ts'

export const overviewTexts = texts({
  title: { pt: 'Visão geral', en: 'Overview' },
})
