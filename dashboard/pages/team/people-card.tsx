import { Button, Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { PeopleWire } from '../../../contract/people.ts'
import { call } from '../../api/client.ts'
import { useLogin } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { ConfirmButton, Dialog } from '../../parts/dialog.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { State, When } from '../../parts/values.tsx'
import { wholeList } from '../../parts/whole-list.ts'
import { useRoleName } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { ChangeRoleForm } from './change-role-form.tsx'
import { SuspendButton } from './suspend-button.tsx'
import { useMayGive, useTeamScope } from './team-scope.ts'
import { teamTexts } from './team-texts.ts'

type Person = PeopleWire['persons'][number]

export function PeopleCard({
  people,
  mayWrite,
}: {
  readonly people: UseQueryResult<PeopleWire>
  readonly mayWrite: boolean
}) {
  const t = useTexts(teamTexts)
  const columns = useColumns(mayWrite)
  return (
    <Card title={t.people} flush>
      <DataList
        list={wholeList(people, people.data?.persons)}
        columns={columns}
        rowKey={({ id }) => id}
        label={t.people}
        empty={<EmptyPage title={t.emptyTitle} text={t.emptyText} />}
      />
    </Card>
  )
}

function useColumns(mayWrite: boolean): readonly Column<Person>[] {
  const t = useTexts(teamTexts)
  const nameOf = useRoleName()
  const { person } = useLogin()
  const columns: readonly Column<Person>[] = [
    {
      name: t.name,
      isMain: true,
      cell: ({ id, name, status }) => (
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {id === person.id && <State tone="neutral">{t.you}</State>}
          {status === 'suspended' && <State tone="bad">{t.suspended}</State>}
        </Group>
      ),
    },
    { name: t.role, isMain: true, cell: ({ role }) => nameOf(role) },
    { name: t.email, cell: ({ email }) => email },
    { name: t.since, cell: ({ createdAt }) => <When at={createdAt} as="day" /> },
  ]
  if (!mayWrite) return columns
  const actions = { name: t.actions, cell: (each: Person) => <PersonActions person={each} /> }
  return [...columns, { ...actions, align: 'right' }]
}

function PersonActions({ person }: { readonly person: Person }) {
  const { id, name, role } = person
  const t = useTexts(teamTexts)
  const { path, maySuspend, roles } = useTeamScope()
  const mayGive = useMayGive()
  const { person: self } = useLogin()
  const [isChanging, setChanging] = useState(false)
  const held = roles.find((each) => each.role === role)
  const mayChange = held !== undefined && mayGive(held)
  return (
    <Group gap={4} justify="flex-end">
      {mayChange && (
        <>
          <Button
            size="xs"
            variant="subtle"
            aria-label={t.changeRoleOf(name)}
            onClick={() => setChanging(true)}
          >
            {t.changeRole}
          </Button>
          <ConfirmButton
            button={t.remove}
            label={t.removeOf(name)}
            variant="subtle"
            size="xs"
            title={t.removeOf(name)}
            confirm={t.remove}
            done={t.removed}
            isDangerous
            run={() => call('DELETE', `${path}/${id}`)}
          >
            <Text size="sm">{t.removeText(name)}</Text>
          </ConfirmButton>
        </>
      )}
      {maySuspend && id !== self.id && <SuspendButton person={person} />}
      <Dialog title={t.changeRoleOf(name)} isOpen={isChanging} onClose={() => setChanging(false)}>
        <ChangeRoleForm personId={id} role={role} onDone={() => setChanging(false)} />
      </Dialog>
    </Group>
  )
}
