import type { Mailbox } from '../kit/sftp-server.ts'
import type { FileDay, FileDays } from './files.ts'

/** The mailbox of an acquirer that leaves two files for each day that is over. */
export function openPairedMailbox<Row, Kind extends string>(
  days: FileDays<Row>,
  {
    kinds,
    nameOf,
    textOf,
  }: {
    readonly kinds: readonly Kind[]
    /** Without its ending. */
    readonly nameOf: (kind: Kind, day: FileDay) => string
    readonly textOf: (kind: Kind, day: FileDay) => string
  },
): Mailbox {
  const files = () =>
    days.since('2000-01-01').flatMap((day) =>
      kinds.flatMap((kind) => {
        const name = nameOf(kind, day)
        const copies = day.isDoubled ? [`${name}.TXT`, `${name}_2.TXT`] : [`${name}.TXT`]
        return copies.map((each) => ({ name: each, kind, day }))
      }),
    )
  return {
    names: () => files().map(({ name }) => name),
    read(name) {
      const found = files().find((each) => each.name === name)
      if (!found) return undefined
      const text = textOf(found.kind, found.day)
      return Buffer.from([...days.pieces([text])].join(''), 'latin1')
    },
  }
}
