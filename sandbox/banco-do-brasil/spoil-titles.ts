import { cents } from '../../src/primitives/money.ts'
import type { Book } from '../settlement/files.ts'
import { bearer } from './identity-store.ts'
import type { ListedTitle } from './render.ts'

/** How the files of an agreement are spoiled, and the payment that none of our boletos has. */
export const spoilTitles = (
  convenio: string,
): Pick<Book<ListedTitle>, 'spoiling' | 'invented'> => ({
  spoiling: {
    isMain: ({ paid }) => paid !== undefined,
    isPartOf: () => false,
    withMore: (title, more) => ({ ...title, paid: cents((title.paid ?? 0) + more) }),
  },
  invented: ({ date, from }) => [
    {
      ourNumber: `000${convenio}9999999999`,
      amount: cents(1_23),
      registeredOn: new Date(from),
      dueDate: date,
      movedAt: new Date(from),
      documentNumber: '',
      payer: bearer,
      paid: cents(1_23),
    },
  ],
})
