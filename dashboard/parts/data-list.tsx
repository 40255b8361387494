import { Button, Center, Table } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTexts } from '../text/text.ts'
import classes from './data-list.module.css'
import { EmptyPage } from './empty-page.tsx'
import { Failure } from './failure.tsx'
import { MoreButton } from './more-button.tsx'
import { partTexts } from './part-texts.ts'
import { RowsSkeleton } from './skeletons.tsx'
import type { ListQuery } from './use-list.ts'

export interface Column<Row> {
  readonly name: string
  readonly cell: (row: Row) => ReactNode
  /** Amounts stand at the right. */
  readonly align?: 'right'
  /** The first line of a row on a phone. One or two columns have it. */
  readonly isMain?: boolean
}

/** The rows of a list: a table where there is room, a card a row on a phone. */
export function DataList<Row>({
  list,
  columns,
  rowKey,
  label,
  empty,
  hasFilters = false,
  onClearFilters,
}: {
  readonly list: ListQuery<Row>
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  /** The name of the table for a screen reader. */
  readonly label: string
  /** What the page says while there is nothing at all. */
  readonly empty: ReactNode
  readonly hasFilters?: boolean
  readonly onClearFilters?: () => void
}) {
  const t = useTexts(partTexts)
  if (list.isPending) return <RowsSkeleton rows={8} />
  if (list.error && list.rows.length === 0)
    return <Failure error={list.error} retry={list.refetch} />
  const newRows = list.newRows !== 0 && (
    <Center py={6}>
      <Button size="compact-sm" variant="light" radius="xl" onClick={list.showNew}>
        {list.newRows === 'perhaps' ? t.perhapsNewRows : t.newRows(list.newRows)}
      </Button>
    </Center>
  )
  if (list.rows.length === 0)
    return (
      <>
        {newRows}
        {hasFilters ? (
          <EmptyPage title={t.noMatch} text={t.noMatchText}>
            {onClearFilters && (
              <Button variant="default" onClick={onClearFilters}>
                {t.clearFilters}
              </Button>
            )}
          </EmptyPage>
        ) : (
          empty
        )}
      </>
    )
  return (
    <>
      {newRows}
      <Table
        className={classes.list ?? ''}
        aria-label={label}
        horizontalSpacing="md"
        highlightOnHover
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, align }) => (
              <Table.Th key={name} ta={align ?? 'left'}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={moveBetweenRows}>
          {list.rows.map((row) => (
            <Table.Tr
              key={rowKey(row)}
              className={list.isChanged(rowKey(row)) ? 'opens changed' : 'opens'}
            >
              {columns.map(({ name, cell, align, isMain }) => (
                <Table.Td
                  key={name}
                  ta={align ?? 'left'}
                  data-name={name}
                  data-main={isMain || undefined}
                >
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <MoreButton list={list} />
      {list.error && <Failure error={list.error} retry={list.refetch} />}
    </>
  )
}

/** The arrows move from row to row while a row has the focus; Enter opens it. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || !(event.target instanceof HTMLAnchorElement)) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a.row-link')]
  const next = links[links.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
