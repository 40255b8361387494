import { cents } from '../../primitives/money.ts'
import type { BoletoMovement, MovementKind } from '../ports/settlement-file.ts'
import { reasonText } from './reject-reasons.ts'
import type { ReturnedTitle } from './return-fields.ts'

/**
 * What a movement of the return means for its boleto. `undefined`: it changes nothing, such as a
 * fee, or an instruction that was confirmed and has not begun.
 */
export function movementOf(title: ReturnedTitle): BoletoMovement | undefined {
  const { number, reasons, paid, amount, happenedOn: date } = title
  const movement = movements.get(title.movement)
  // A boleto that the bank has already is not rejected: the file was sent twice.
  if (!movement || (movement === 'REJECTED' && reasons.some((each) => repeated.has(each))))
    return undefined
  const text = withReasons.has(movement) ? reasonText(reasons) : undefined
  return {
    kind: 'movement',
    reference: `000${number}`,
    movement,
    amount: cents(movement === 'PAID' ? paid : amount),
    date,
    ...(text !== undefined && { text }),
  }
}

const movements: ReadonlyMap<string, MovementKind> = new Map([
  ['02', 'REGISTERED'],
  ['03', 'REJECTED'],
  ['06', 'PAID'],
  ['17', 'PAID'], // After a write-off, or without a registration.
  ['09', 'WRITTEN_OFF'], // By us, or by the bank after the last day.
  ['20', 'PROTEST_ENDED'], // Stopped.
  ['23', 'IN_PROTEST'],
  ['24', 'PROTEST_ENDED'], // Taken back from the notary's office.
  ['25', 'WRITTEN_OFF'], // After the protest.
  ['26', 'NOT_DONE'],
  ['30', 'NOT_DONE'],
])

/** Nosso número is used, or the boleto is registered. */
const repeated: ReadonlySet<string> = new Set(['09', '63'])

const withReasons: ReadonlySet<MovementKind> = new Set(['REJECTED', 'NOT_DONE'])
