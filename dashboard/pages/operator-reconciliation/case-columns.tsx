import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CaseWire } from '../../../contract/reconciliation.ts'
import { AccountName } from '../../parts/account-name.tsx'
import type { Column } from '../../parts/data-list.tsx'
import { useProviders } from '../../parts/provider-names.ts'
import { Nothing, When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { useCaseKindName } from './case-names.ts'
import { CaseState } from './case-state.tsx'
import { FactValue } from './fact-value.tsx'
import { reconciliationTexts } from './reconciliation-texts.ts'

export function useCaseColumns(): readonly Column<CaseWire>[] {
  const t = useTexts(reconciliationTexts)
  const nameOf = useCaseKindName()
  const providers = useProviders()
  return [
    {
      name: t.kind,
      isMain: true,
      cell: ({ id, kind }) => (
        <Anchor
          className="row-link"
          size="sm"
          c="inherit"
          fw={600}
          renderRoot={(props) => (
            <Link to="/operator/reconciliation/$id" params={{ id }} {...props} />
          )}
        >
          {nameOf(kind)}
        </Anchor>
      ),
    },
    { name: t.status, isMain: true, cell: ({ status }) => <CaseState status={status} /> },
    { name: t.ourBooks, cell: (row) => <FirstFact {...row} facts={row.expected} /> },
    { name: t.providerSays, cell: (row) => <FirstFact {...row} facts={row.found} /> },
    { name: t.providerName, cell: ({ providerId }) => providers.nameOf(providerId) },
    {
      name: t.account,
      cell: ({ accountId }) => (accountId === null ? <Nothing /> : <AccountName id={accountId} />),
    },
    { name: t.openedAt, cell: ({ openedAt }) => <When at={openedAt} as="distance" /> },
  ]
}

/** What a side says first: the rest is on the page of the case. */
function FirstFact({
  facts,
  objectType,
}: Pick<CaseWire, 'objectType'> & { readonly facts: CaseWire['expected'] }) {
  const [first] = Object.entries(facts ?? {})
  if (!first) return <Nothing />
  const [name, value] = first
  return <FactValue name={name} value={value} objectType={objectType} />
}
