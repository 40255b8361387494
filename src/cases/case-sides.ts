import type { CaseDetail } from '../../contract/reconciliation.ts'
import type { Case } from './case.ts'

type Side = Readonly<Record<string, unknown>>

/** The fields of a row of a file that our side has under another name. */
const ourNames: Readonly<Record<string, string>> = { parts: 'installments', facts: '' }

/**
 * What the provider says: its row, with what the rule found. A field has the same name as on our
 * side. `undefined`: the provider says nothing.
 */
export function theirSide({ found }: Pick<Case, 'found'>, row: Side | undefined): Side | undefined {
  if (!row && !found) return undefined
  const { line: _line, ...facts } = found ?? {}
  const renamed = Object.entries(row ?? {}).flatMap(([name, value]) => {
    const known = ourNames[name] ?? name
    return known === '' || placeNames.includes(name) ? [] : [[known, value] as const]
  })
  return { ...Object.fromEntries(renamed), ...(row?.facts as Side | undefined), ...facts }
}

/** The place of a row, which is shown beside the sides. */
const placeNames = ['sequence', 'line', 'kind']

/** The facts that differ, under one name each. Null: that side has nothing there. */
export function differencesOf({
  expected = {},
  found = {},
}: Pick<Case, 'expected' | 'found'>): CaseDetail['differences'] {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)])
  names.delete('line')
  return [...names].flatMap((field) => {
    const [ours, theirs] = [expected[field] ?? null, found[field] ?? null]
    return JSON.stringify(ours) === JSON.stringify(theirs) ? [] : [{ field, ours, theirs }]
  })
}

/** The ids of the objects that a case leads to. */
export function linksOf(
  { objectType, objectId }: Pick<Case, 'objectType' | 'objectId'>,
  ours: Side | undefined,
): Omit<CaseDetail['links'], 'fileId'> {
  const id = (type: Case['objectType']) => (objectType === type ? (objectId ?? null) : null)
  const ofOurs = typeof ours?.transactionId === 'string' ? ours.transactionId : null
  return {
    transactionId: id('transaction') ?? ofOurs,
    refundId: id('refund'),
    disputeId: id('dispute'),
    cashoutId: id('cashout'),
  }
}

/** How a person can close a case: the one way of the route. None: it is closed. */
export const resolutionsOf = ({ status }: Pick<Case, 'status'>): CaseDetail['resolutions'] =>
  status === 'OPEN'
    ? [
        {
          way: 'with-note',
          effect: {
            pt: 'O caso se encerra com o seu nome e a nota. Os livros não mudam e nenhum dinheiro se move. A mesma diferença não abre outro caso; uma diferente abre.',
            en: 'The case closes with your name and the note. The books do not change and no money moves. The same difference opens no other case; a different one does.',
          },
          needs: ['resolvedBy', 'note'],
          permission: 'reconciliation:resolve',
        },
      ]
    : []
