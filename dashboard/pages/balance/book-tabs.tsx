import { Stack, Tabs, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Balance } from '../../../contract/balance.ts'
import type { MerchantBook } from '../../../contract/wallet.ts'
import { Money } from '../../parts/values.tsx'
import { bookNames, merchantBooks } from '../../text/entry-names.ts'
import { useTexts } from '../../text/text.ts'
import { balanceTexts, bookSentences } from './balance-texts.ts'
import classes from './book-tabs.module.css'

/** The parts of the balance side by side. The chosen one is explained below. */
export function BookTabs({
  balance,
  chosen,
  onChoose,
  children,
}: {
  readonly balance: Balance
  readonly chosen: MerchantBook
  readonly onChoose: (book: string) => void
  readonly children: ReactNode
}) {
  const t = useTexts(balanceTexts)
  const names = useTexts(bookNames)
  const sentences = useTexts(bookSentences)
  // Most accounts never have a debt.
  const shown = merchantBooks.filter(
    (book) => book !== 'debt' || balance.debt > 0 || chosen === 'debt',
  )
  return (
    <Tabs
      value={chosen}
      onChange={(book) => book && onChoose(book)}
      variant="unstyled"
      classNames={{ list: classes.list ?? '', tab: classes.tab ?? '' }}
    >
      <Tabs.List aria-label={t.parts}>
        {shown.map((book) => (
          <Tabs.Tab key={book} value={book}>
            <Text size="sm" c="dimmed">
              {names[book]}
            </Text>
            <Text fz={24} fw={650} lh={1.3}>
              <Money cents={balance[book]} />
            </Text>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map((book) => (
        <Tabs.Panel key={book} value={book} pt="lg">
          {book === chosen && (
            <Stack gap="lg">
              <Text size="sm" c="dimmed">
                {sentences[book]}
              </Text>
              {children}
            </Stack>
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
