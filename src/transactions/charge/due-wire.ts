import type { PixDueWire } from '../../../contract/pix-due.ts'
import type { DueCharge, FixedOrPercent } from '../../brazil/due-charge.ts'
import type { PixDueFacts } from '../transaction.ts'

/** A charge with a due date in responses, in the form of the request. */
export function renderDue({ terms, charged }: PixDueFacts): PixDueWire {
  const { original, dueDate, validDaysAfterDue, fine, rebate } = terms
  return {
    date: dueDate,
    payableDaysAfter: validDaysAfterDue,
    originalAmount: original,
    fine: fine ? renderPart(fine) : null,
    interest: renderInterest(terms),
    ...renderDiscount(terms),
    rebate: rebate ? renderPart(rebate) : null,
    charged: charged
      ? {
          fine: charged.fine,
          interest: charged.interest,
          discount: charged.discount,
          rebate: charged.rebate,
        }
      : null,
  }
}

const renderPart = (part: FixedOrPercent) =>
  part.kind === 'fixed'
    ? { amount: part.amount, basisPoints: null }
    : { amount: null, basisPoints: part.rate }

function renderInterest({ interest }: DueCharge): PixDueWire['interest'] {
  if (!interest) return null
  const days = daysOf[interest.days]
  return interest.kind === 'fixed-a-day'
    ? { amount: interest.amount, basisPoints: null, per: 'DAY', days }
    : { amount: null, basisPoints: interest.rate, per: periods[interest.per], days }
}

const renderDiscount = ({
  discount,
}: DueCharge): Pick<PixDueWire, 'discounts' | 'dailyDiscount'> => {
  if (!discount) return { discounts: [], dailyDiscount: null }
  return discount.kind === 'until'
    ? {
        discounts: discount.steps.map(({ date, off }) => ({ until: date, ...renderPart(off) })),
        dailyDiscount: null,
      }
    : {
        discounts: [],
        dailyDiscount: { ...renderPart(discount.off), days: daysOf[discount.days] },
      }
}

const daysOf = { calendar: 'CALENDAR', business: 'BUSINESS' } as const
const periods = { day: 'DAY', month: 'MONTH', year: 'YEAR' } as const
