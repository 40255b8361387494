import { Alert, Anchor, Drawer, Group, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import type { ErrorObject } from '../../../contract/envelope.ts'
import type { LoggedRequestDetail } from '../../../contract/request-log.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Code, IdText } from '../../parts/code.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Rows } from '../../parts/rows.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { objectOf } from './object-of-request.ts'
import { RequestState } from './request-state.tsx'
import { requestTexts } from './request-texts.ts'

const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['api-request', id],
    queryFn: ({ signal }) =>
      call<LoggedRequestDetail>('GET', `/api/user/requests/${id}`, { signal }),
  })

/** One request: its result, its error, and both bodies without sensitive data. */
export function RequestPanel({
  id,
  onClose,
}: {
  /** Left out: closed. */
  readonly id: string | undefined
  readonly onClose: () => void
}) {
  const t = useTexts(requestTexts)
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={t.request}
    >
      {id !== undefined && <RequestDetails id={id} />}
    </Drawer>
  )
}

function RequestDetails({ id }: { readonly id: string }) {
  const t = useTexts(requestTexts)
  const { number } = useFormat()
  const { data: request, error, refetch } = useQuery(requestQuery(id))
  if (error && !request) return <Failure error={error} retry={refetch} />
  if (!request) return <RowsSkeleton />
  const { method, path, route, status, actor, requestBody, responseBody } = request
  return (
    <Stack>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <RequestState status={status} />
        <Text className="code" style={{ overflowWrap: 'anywhere' }}>
          <b>{method}</b> {path}
        </Text>
      </Group>
      {request.errorCode !== null && <Refusal code={request.errorCode} body={responseBody} />}
      <Links of={request} />
      <Rows
        rows={[
          ['X-Request-Id', <IdText key="id">{id}</IdText>],
          [t.at, <When key="at" at={request.at} as="exactInstant" />],
          [t.duration, t.milliseconds(number(request.durationMs))],
          [actor.kind === 'key' ? t.key : t.person, actor.name],
          [t.route, <span key="route" className="code">{`${method} ${route}`}</span>],
          [t.idempotencyKey, request.idempotencyKey],
        ]}
      />
      {requestBody === null && responseBody === null ? (
        <Text size="sm" c="dimmed">
          {t.noBody}
        </Text>
      ) : (
        <>
          <Body title={t.sentBody} body={requestBody} />
          <Body title={t.returnedBody} body={responseBody} />
        </>
      )}
    </Stack>
  )
}

/** Why the gateway refused the request: its sentence, the field, and the page of the code. */
function Refusal({ code, body }: { readonly code: string; readonly body: unknown }) {
  const t = useTexts(requestTexts)
  const { message, error } = (body ?? {}) as {
    readonly message?: string
    readonly error?: Partial<ErrorObject>
  }
  const issues = error?.issues ?? []
  return (
    <Alert
      color="red"
      variant="light"
      title={t.errorTitle}
      icon={<CircleAlert aria-hidden />}
      role="note"
    >
      {message && <Text size="sm">{message}</Text>}
      {issues.map((issue) => (
        <Text key={issue.field} size="sm">
          <span className="code">{issue.field}</span>: {issue.message}
        </Text>
      ))}
      <Rows
        rows={[
          [
            t.code,
            <span key="code" className="code">
              {code}
            </span>,
          ],
          [t.field, issues.length === 0 ? error?.field : null],
          [t.provider, error?.provider],
          [t.providerCode, error?.providerCode],
        ]}
      />
      <Anchor size="sm" href={`/docs/errors/${code}`} target="_blank">
        {t.howToFix}
      </Anchor>
    </Alert>
  )
}

/** Where the request leads: the object that it is about, and the requests of the same key. */
function Links({ of }: { readonly of: LoggedRequestDetail }) {
  const t = useTexts(requestTexts)
  const may = useMay()
  const object = objectOf(of)
  const { actor } = of
  return (
    <Group gap="md">
      {object?.type === 'transaction' && may.atAccount('transactions:read') && (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/transactions/$id" params={{ id: object.id }} {...props} />
          )}
        >
          {t.openTransaction}
        </Anchor>
      )}
      {object?.type === 'cashout' && may.atAccount('cashouts:read') && (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/cashouts/$id" params={{ id: object.id }} {...props} />}
        >
          {t.openCashout}
        </Anchor>
      )}
      {object?.type === 'dispute' && may.atAccount('disputes:read') && (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/disputes/$id" params={{ id: object.id }} {...props} />}
        >
          {t.openDispute}
        </Anchor>
      )}
      {actor.kind === 'key' && (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/developers/requests" search={{ keyId: actor.id }} {...props} />
          )}
        >
          {t.sameActor}
        </Anchor>
      )}
    </Group>
  )
}

function Body({ title, body }: { readonly title: string; readonly body: unknown }) {
  if (body === null) return null
  return (
    <div>
      <Text fw={600} size="sm" mb={4}>
        {title}
      </Text>
      <Code>{JSON.stringify(body, null, 2)}</Code>
    </div>
  )
}
