import type { SettlementFiles, SettlementListing } from '../ports/settlement-file.ts'
import type { FileFolder } from '../statement/file-folder.ts'
import { readEdiDay } from './read-edi.ts'

/**
 * Cielo's EDI files in a mailbox or a folder. A day counts when both of its files are there:
 * CIELO03 and CIELO04. Other files are left alone.
 */
export function openEdiFiles(folder: FileFolder): SettlementFiles & { close(): Promise<void> } {
  /** The days of the last listing, by name. */
  let known: ReadonlyMap<string, EdiDay> = new Map()
  const days = async (signal: AbortSignal) => {
    known = new Map(daysIn(await folder.names(signal)).map((day) => [day.name, day]))
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
      if (sales && payments) yield* readEdiDay({ sales, payments })
    },
    async close() {
      folder.close()
    },
  }
}

interface EdiDay {
  /** The day in the names of its files. A second pair of files of a day has a number. */
  readonly name: string
  readonly sales: string
  readonly payments: string
}

/** `CIELO03` or `CIELO04` and a date `AAAAMMDD` are in the name of a file, in this order. */
const fileName = /CIELO(?<option>03|04)\D(?:.*\D)?(?<date>20\d{6})(?!\d)/i

/** The days of a folder that are complete, oldest first. */
export function daysIn(names: readonly string[]): readonly EdiDay[] {
  const found = names.toSorted().flatMap((name) => {
    const { option, date } = fileName.exec(name)?.groups ?? {}
    return option && date ? [{ name, option, date }] : []
  })
  return [...Map.groupBy(found, ({ date }) => date)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([date, files]) => {
      const of = (option: string) => files.filter((each) => each.option === option)
      const [sales, payments] = [of('03'), of('04')]
      const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`
      return sales.flatMap((each, index) => {
        const paid = payments[index]
        const name = index === 0 ? day : `${day} ${index + 1}`
        return paid ? [{ name, sales: each.name, payments: paid.name }] : []
      })
    })
}
