import type { SettlementFiles, SettlementListing, SettlementRow } from '../ports/settlement-file.ts'
import type { FileFolder } from './file-folder.ts'

/** What the name of a file says: which of the two it is, and its day, `YYYY-MM-DD`. */
export interface FilePlace {
  readonly kind: 'sales' | 'payments'
  readonly date: string
}

/** A day with both of its files. */
export interface PairedDay {
  /** The day in the names of its files. A second pair of files of a day has a number. */
  readonly name: string
  readonly sales: string
  readonly payments: string
}

type Bytes = AsyncIterable<Uint8Array>

/**
 * The files of an acquirer that leaves two for each day, in a mailbox or a folder: one with the
 * sales and one with the payments. A day counts when both are there. Other files are left alone.
 */
export function openPairedFiles(
  folder: FileFolder,
  {
    placeOf,
    readDay,
  }: {
    readonly placeOf: (name: string) => FilePlace | undefined
    readonly readDay: (day: {
      readonly sales: Bytes
      readonly payments: Bytes
    }) => AsyncIterable<SettlementRow>
  },
): SettlementFiles & { close(): Promise<void> } {
  /** The days of the last listing, by name. */
  let known: ReadonlyMap<string, PairedDay> = new Map()
  const days = async (signal: AbortSignal) => {
    const all = pairedDays(await folder.names(signal), placeOf)
    known = new Map(all.map((day) => [day.name, day]))
    return known
  }
  return {
    async list({ since }, signal): Promise<SettlementListing> {
      try {
        const names = [...(await days(signal)).keys()]
        return { kind: 'listed', names: names.filter((name) => name >= since) }
      } catch (cause) {
        return { kind: 'unknown', cause }
      }
    },
    async *read(name, signal) {
      const day = known.get(name) ?? (await days(signal)).get(name)
      if (!day) throw new Error('the folder has no such day')
      const [sales, payments] = [day.sales, day.payments].map((each) => folder.read(each, signal))
      if (sales && payments) yield* readDay({ sales, payments })
    },
    async close() {
      folder.close()
    },
  }
}

/** The days of a folder that are complete, oldest first. */
export function pairedDays(
  names: readonly string[],
  placeOf: (name: string) => FilePlace | undefined,
): readonly PairedDay[] {
  const found = names.toSorted().flatMap((name) => {
    const place = placeOf(name)
    return place ? [{ name, ...place }] : []
  })
  return [...Map.groupBy(found, ({ date }) => date)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([date, files]) => {
      const of = (kind: FilePlace['kind']) => files.filter((each) => each.kind === kind)
      const [sales, payments] = [of('sales'), of('payments')]
      return sales.flatMap((each, index) => {
        const paid = payments[index]
        const name = index === 0 ? date : `${date} ${index + 1}`
        return paid ? [{ name, sales: each.name, payments: paid.name }] : []
      })
    })
}
