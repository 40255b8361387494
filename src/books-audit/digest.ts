import { createHash } from 'node:crypto'
import type { Sentence } from '../primitives/config-error.ts'

/** The start of the chain of the first day. */
export const firstDigest = '0'.repeat(64)

/** A day of the ledger, closed: the end of a chain over its lines. */
export interface DayDigest {
  /** Local date, `YYYY-MM-DD`. */
  readonly date: string
  /** The period of its transfers: the start is included, the end is not. */
  readonly firstAt: Date
  readonly untilAt: Date
  readonly transfers: number
  /** Hex of the digest of the day before, and of this one. */
  readonly previous: string
  readonly digest: string
}

export interface Chain {
  add(line: string): void
  /** Lines added so far. */
  count(): number
  /** Hex of the last link. */
  end(): string
}

/** Each link is the SHA-256 of the one before in hex, a line feed, and the line. */
export function chainFrom(previous: string): Chain {
  let link = previous
  let count = 0
  return {
    add(line) {
      link = createHash('sha256').update(`${link}\n${line}`).digest('hex')
      count += 1
    },
    count: () => count,
    end: () => link,
  }
}

/** The first line of every day's chain. */
export const dayLine = ({
  date,
  firstAt,
  untilAt,
}: Pick<DayDigest, 'date' | 'firstAt' | 'untilAt'>): string =>
  [date, firstAt.toISOString(), untilAt.toISOString()].join('\t')

/**
 * A day as a file that any reader can verify. Lines that begin with # surround the chain. The other
 * lines are the chain.
 */
export async function* exportLines(
  day: DayDigest,
  lines: AsyncIterable<string>,
): AsyncGenerator<string> {
  yield `# guiche-ledger 1\n# previous ${day.previous}\n${dayLine(day)}\n`
  for await (const line of lines) yield `${line}\n`
  yield `# transfers ${day.transfers}\n# digest ${day.digest}\n`
}

/** The result of the verification of a file. */
export interface Verdict {
  readonly date: string
  readonly transfers: number
  readonly previous: string
  readonly digest: string
  /** Empty: the file is valid. */
  readonly problems: readonly Sentence[]
}

/**
 * Recomputes the chain of an exported day, and checks that each account's lines follow from each
 * other. Needs only the file.
 */
export async function verifyExport(lines: AsyncIterable<string>): Promise<Verdict> {
  const facts = new Map<string, string>()
  const problems: Sentence[] = []
  const accounts = new Map<string, Line>()
  let chain: Chain | undefined
  let date = ''
  for await (const text of lines) {
    const fact = /^# (\S+) (\S+)$/.exec(text)
    if (fact) {
      facts.set(fact[1] ?? '', fact[2] ?? '')
      continue
    }
    if (chain === undefined) {
      chain = chainFrom(facts.get('previous') ?? firstDigest)
      date = text.split('\t', 1)[0] ?? ''
    } else {
      const line = readLine(text)
      const before = accounts.get(line.accountId)
      if (before && !follows(before, line))
        problems.push({
          pt: `o lançamento ${line.number} de ${line.accountId} não continua o ${before.number}`,
          en: `transfer ${line.number} of ${line.accountId} does not follow from ${before.number}`,
        })
      accounts.set(line.accountId, line)
    }
    chain.add(text)
  }
  const transfers = Math.max(0, (chain?.count() ?? 0) - 1)
  const digest = chain?.end() ?? ''
  if (facts.get('guiche-ledger') !== '1')
    problems.push({
      pt: 'o arquivo não é um dia exportado dos livros',
      en: 'the file is not an exported day of the ledger',
    })
  const [stated = '-', statedDigest = '-'] = [facts.get('transfers'), facts.get('digest')]
  if (stated !== String(transfers))
    problems.push({
      pt: `o arquivo declara ${stated} lançamentos e tem ${transfers}`,
      en: `the file states ${stated} transfers and has ${transfers}`,
    })
  if (statedDigest !== digest)
    problems.push({
      pt: `o arquivo declara o digest ${statedDigest}, e o digest dele é ${digest}`,
      en: `the file states the digest ${statedDigest}, and its digest is ${digest}`,
    })
  return { date, transfers, previous: facts.get('previous') ?? '', digest, problems }
}

interface Line {
  readonly accountId: string
  readonly number: number
  readonly debit: string
  readonly credit: string
  readonly amount: number
  readonly books: Readonly<Record<string, number>>
}

function readLine(text: string): Line {
  const [
    accountId = '',
    number,
    ,
    debit = '',
    credit = '',
    amount,
    ,
    ,
    ,
    ,
    pending,
    available,
    blocked,
    debt,
  ] = text.split('\t')
  return {
    accountId,
    number: Number(number),
    debit,
    credit,
    amount: Number(amount),
    books: {
      pending: Number(pending),
      available: Number(available),
      blocked: Number(blocked),
      debt: Number(debt),
    },
  }
}

function follows(before: Line, { number, debit, credit, amount, books }: Line): boolean {
  return (
    number === before.number + 1 &&
    Object.entries(books).every(([book, held]) => {
      const delta = (credit === book ? amount : 0) - (debit === book ? amount : 0)
      return held === (before.books[book] ?? 0) + (book === 'debt' ? -delta : delta)
    })
  )
}
