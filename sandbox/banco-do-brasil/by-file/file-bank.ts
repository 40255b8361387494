import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeBarcode } from '../../../src/brazil/boleto-code.ts'
import { writeFreeField } from '../../../src/brazil/boleto-free-field.ts'
import { localDate } from '../../../src/brazil/local-time.ts'
import { randomBase62, randomId } from '../../../src/primitives/id.ts'
import { beneficiary, billBehind, payableUntil, refusalToPay } from '../../kit/boleto-bill.ts'
import { openFileDays } from '../../settlement/files.ts'
import type { Bill, HowToPay, Payment, World } from '../../world.ts'
import { fileAgreement } from '../identity-store.ts'
import { openReturnMailbox } from '../return-mailbox.ts'
import { openMovementBook } from './movement-book.ts'
import { type Entry, readRemittance } from './read-remittance.ts'
import type { FileTitle } from './title.ts'
import { openFileTitleStore } from './title-store.ts'

export const fileProvider = 'boleto-files'

/** The bank's agreement by files: remittances and returns in two folders of the machine. */
export function openFileBank(world: World) {
  const titles = openFileTitleStore(world.db)
  const days = openFileDays(world, { provider: fileProvider, book: openMovementBook(world.db) })
  const returns = openReturnMailbox(days, fileAgreement)
  const folders = {
    remittances: resolve(world.home, fileProvider, 'remittances'),
    returns: resolve(world.home, fileProvider, 'returns'),
  }
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
  // As `guiche providers check --prepare-folder` does it for an operator.
  const marker = join(folders.remittances, '.guiche')
  if (!existsSync(marker)) writeFileSync(marker, randomId())

  /** Processes each ready file, and takes it out of the folder. */
  function takeRemittances(): number {
    const names = readdirSync(folders.remittances).filter((name) => name.endsWith('.rem'))
    for (const name of names.sort()) {
      const path = join(folders.remittances, name)
      processFile(name, readFileSync(path, 'latin1'))
      rmSync(path)
    }
    return names.length
  }

  function processFile(name: string, text: string): void {
    const read = readRemittance(text, localDate(world.now()))
    const problem =
      typeof read !== 'string' && !titles.takeFile(read.sequence, name) ? 'repeated' : read
    const entries = typeof problem === 'string' ? [] : problem.entries
    world.calls.record({
      ...{ provider: fileProvider, operation: 'remittance', reference: name, amount: 0 },
      outcome: typeof problem === 'string' ? `refused:${problem}` : `taken:${entries.length}`,
    })
    for (const entry of entries) processEntry(entry)
  }

  function processEntry(entry: Entry): void {
    const { number, amount, code } = entry
    const answers: Readonly<Record<string, (entry: Entry) => Answer>> = {
      '01': register,
      '02': writeOff,
    }
    const answer = answers[code]?.(entry) ?? { code: '26', reason: '05' }
    if (answer.code !== silent.code) titles.record({ at: world.now(), number, ...answer })
    world.calls.record({
      provider: fileProvider,
      operation: code === '01' ? 'register' : 'baixa',
      reference: number,
      amount,
      outcome: answer.reason === '' ? answer.code : `${answer.code}:${answer.reason}`,
    })
  }

  function register(entry: Entry): Answer {
    const { fault, dueDate } = entry
    const isRefused = entry.amount % 100 === 5
    if (fault !== undefined || isRefused || !dueDate) return { code: '03', reason: fault ?? '49' }
    if (!titles.add(titleFrom(entry, dueDate, world.now()))) return { code: '03', reason: '63' }
    return entry.amount % 100 === 7 ? silent : { code: '02', reason: '' }
  }

  function writeOff({ number, amount }: Entry): Answer {
    const title = titles.find(number)
    if (!title) return { code: '26', reason: '60' }
    if (title.state === 'in-protest') return { code: '26', reason: '40' }
    if (title.state !== 'registered' || amount % 100 === 13) return { code: '26', reason: '04' }
    titles.setState('written-off', number)
    return { code: '09', reason: '11' }
  }

  /** Takes boletos to the notary's office, and writes off those whose last day is over. */
  function moveDue(): number {
    const at = world.now()
    const toProtest = titles.toProtest(localDate(at))
    for (const { number } of toProtest)
      titles.move('in-protest', { at, number, code: '23', reason: '' })
    const ended = titles.ended(at)
    for (const { number } of ended) titles.move('ended', { at, number, code: '09', reason: '13' })
    return toProtest.length + ended.length
  }

  /** Stores the returns that are available in their folder. */
  function storeReturns(): number {
    const fresh = returns.names().filter((name) => !existsSync(join(folders.returns, name)))
    for (const name of fresh) {
      const bytes = returns.read(name)
      if (bytes) writeFileSync(join(folders.returns, name), bytes)
    }
    return fresh.length
  }

  const billOf = (code: string): FileTitle | undefined =>
    billBehind(code, world.now(), {
      findByToken: () => undefined,
      findByBarcode: titles.findByBarcode,
    })?.bill

  return {
    settings: {
      ...{ convenio: fileAgreement.convenio, carteira: fileAgreement.carteira },
      variacaoCarteira: fileAgreement.variacaoCarteira,
      agency: fileAgreement.agency,
      account: fileAgreement.account,
      payableDaysAfterDue: fileAgreement.payableDaysAfterDue,
      beneficiary,
      remittanceFolder: folders.remittances,
      returnFolder: folders.returns,
    },
    runDue: (): number => takeRemittances() + moveDue() + storeReturns(),
    read(code: string): Bill | undefined {
      const title = billOf(code)
      return title && billFrom(title, world.now())
    },
    pay(code: string, amount: number | undefined, how: HowToPay): Payment | undefined {
      const title = billOf(code)
      if (!title) return undefined
      const at = world.now()
      const isOther = amount !== undefined && amount !== title.amount
      const reason = refusalToPay(billFrom(title, at).state, how, isOther)
      const { number, amount: paid } = title
      world.calls.record({
        ...{ provider: fileProvider, operation: 'pay', reference: number, amount: paid },
        outcome: reason === undefined ? 'paid' : 'refused',
      })
      if (reason !== undefined) return { paid: false, reason }
      const isLate = title.state === 'written-off' || title.state === 'ended'
      titles.move('paid', { at, number, code: isLate ? '17' : '06', reason: '04', paid })
      const reference = `BB${randomBase62(14).toUpperCase()}`
      return { paid: true, method: 'BOLETO', reference, amount: paid }
    },
  }
}

interface Answer {
  readonly code: string
  readonly reason: string
}

/** It is registered, and no return ever reports it. */
const silent: Answer = { code: '', reason: '' }

function titleFrom(entry: Entry, dueDate: Temporal.PlainDate, registeredAt: Date): FileTitle {
  const { number, amount, documentNumber, protestOn, payer, finalBeneficiary } = entry
  const { convenio, carteira, payableDaysAfterDue } = fileAgreement
  const freeField = writeFreeField({
    bank: '001',
    convenio,
    nossoNumero: number.slice(7),
    carteira,
  })
  return {
    ...{ number, amount, dueDate, payableDaysAfterDue, documentNumber, payer, registeredAt },
    barcode: writeBarcode({ bank: '001', amount, dueDate, freeField }),
    ...(protestOn && { protestOn }),
    ...(finalBeneficiary && { finalBeneficiary }),
    state: 'registered',
  }
}

function billFrom(title: FileTitle, now: Date): Bill {
  const { amount, documentNumber, finalBeneficiary, state } = title
  const states = { paid: 'paid', 'written-off': 'removed', ended: 'expired' } as const
  const isOpen = state === 'registered' || state === 'in-protest'
  const isPast = state === 'registered' && now > payableUntil(title)
  return {
    method: 'BOLETO',
    receiver: { name: beneficiary.name, document: beneficiary.document },
    ...(finalBeneficiary && { finalBeneficiary }),
    amount,
    payableUntil: payableUntil(title),
    state: isOpen ? (isPast ? 'expired' : 'payable') : states[state],
    ...(documentNumber && { description: `Documento ${documentNumber}` }),
  }
}
