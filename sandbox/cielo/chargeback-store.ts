import type { DatabaseSync } from 'node:sqlite'
import type { Chargeback, Phase, Process } from './chargeback.ts'

/** One event in a case. */
export interface CaseEntry {
  readonly idChargeback: number
  readonly process: Process
  readonly phase: Phase
  readonly action: Chargeback['action']
  readonly at: number
}

export interface StoredDocument {
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/**
 * All SQL about chargebacks: their stages, the events of each case, and the merchant's documents.
 */
export function openChargebackStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists cielo_chargebacks (
      id_chargeback integer primary key,
      id_case integer not null,
      payment_id text not null,
      process integer not null,
      amount integer not null check (amount > 0),
      reason_code text not null,
      received_at integer not null,
      deadline_at integer not null,
      action text,
      replied_at integer,
      reason_to_refuse text,
      phase text not null
    ) strict;
    create index if not exists cielo_chargebacks_by_case on cielo_chargebacks (id_case);
    create index if not exists cielo_chargebacks_by_payment on cielo_chargebacks (payment_id);
    create table if not exists cielo_case_entries (
      id integer primary key,
      id_case integer not null,
      id_chargeback integer not null,
      process integer not null,
      phase text not null,
      action text,
      at integer not null
    ) strict;
    create index if not exists cielo_case_entries_by_case on cielo_case_entries (id_case);
    create table if not exists cielo_chargeback_documents (
      id_chargeback integer not null,
      name text not null,
      content_type text not null,
      bytes blob not null
    ) strict;
  `)
  const insert = db.prepare(`
    insert into cielo_chargebacks
    values (:idChargeback, :idCase, :paymentId, :process, :amount, :reasonCode, :receivedAt,
      :deadlineAt, :action, :repliedAt, :reasonToRefuse, :phase)`)
  const update = db.prepare(`
    update cielo_chargebacks
    set action = :action, replied_at = :repliedAt, reason_to_refuse = :reasonToRefuse,
      phase = :phase
    where id_chargeback = :idChargeback`)
  const addEntry = db.prepare(`
    insert into cielo_case_entries (id_case, id_chargeback, process, phase, action, at)
    values (?, ?, ?, ?, ?, ?)`)
  const addDocument = db.prepare('insert into cielo_chargeback_documents values (?, ?, ?, ?)')
  const find = db.prepare('select * from cielo_chargebacks where id_chargeback = ?')
  const ofPayment = db.prepare(
    'select * from cielo_chargebacks where payment_id = ? order by id_chargeback',
  )
  const ofCase = db.prepare(
    'select * from cielo_chargebacks where id_case = ? order by id_chargeback',
  )
  const pending = db.prepare(
    "select * from cielo_chargebacks where phase = 'merchant' order by id_chargeback",
  )
  const treated = db.prepare(
    "select * from cielo_chargebacks where phase <> 'merchant' order by id_chargeback",
  )
  const entries = db.prepare('select * from cielo_case_entries where id_case = ? order by id')
  const documents = db.prepare(
    'select * from cielo_chargeback_documents where id_chargeback = ? order by rowid',
  )
  let last = Number(
    db.prepare('select coalesce(max(id_chargeback), 50000) as last from cielo_chargebacks').get()
      ?.last,
  )

  const note = (stage: Chargeback, at: number): void => {
    addEntry.run(stage.idCase, stage.idChargeback, stage.process, stage.phase, stage.action, at)
  }
  return {
    /** Numbers a new stage. Without a case it begins one. */
    insert(stage: Omit<Chargeback, 'idChargeback' | 'idCase'>, idCase?: number): Chargeback {
      last += 1
      const numbered = { ...stage, idChargeback: last, idCase: idCase ?? caseNumbers + last }
      insert.run({ ...numbered })
      note(numbered, stage.receivedAt)
      return numbered
    },
    /** Updates the columns of a stage that can change, with the instant of the change. */
    update(stage: Chargeback, at: number): void {
      const { idChargeback, action, repliedAt, reasonToRefuse, phase } = stage
      update.run({ idChargeback, action, repliedAt, reasonToRefuse, phase })
      note(stage, at)
    },
    addDocuments(idChargeback: number, files: readonly StoredDocument[]): void {
      for (const { name, contentType, bytes } of files)
        addDocument.run(idChargeback, name, contentType, bytes)
    },
    documents: (idChargeback: number): readonly StoredDocument[] =>
      documents.all(idChargeback).map((row) => ({
        name: String(row.name),
        contentType: String(row.content_type),
        bytes: row.bytes as Uint8Array,
      })),
    find(idChargeback: number): Chargeback | undefined {
      const row = find.get(idChargeback)
      return row && stageOf(row)
    },
    /** Oldest stage first. */
    ofCase: (idCase: number): readonly Chargeback[] => ofCase.all(idCase).map(stageOf),
    /** The newest stage of each case of a payment, oldest case first. */
    ofPayment(paymentId: string): readonly Chargeback[] {
      const newest = new Map(
        ofPayment.all(paymentId).map((row) => [Number(row.id_case), stageOf(row)]),
      )
      return [...newest.values()]
    },
    /** Stages that wait for the merchant, or stages that no longer do. */
    list: (which: 'pending' | 'treated'): readonly Chargeback[] =>
      (which === 'pending' ? pending : treated).all().map(stageOf),
    /** Oldest first. */
    entries: (idCase: number): readonly CaseEntry[] =>
      entries.all(idCase).map((row) => ({
        idChargeback: Number(row.id_chargeback),
        process: Number(row.process) as Process,
        phase: String(row.phase) as Phase,
        action: row.action === null ? null : (String(row.action) as 'accept' | 'refuse'),
        at: Number(row.at),
      })),
  }
}

export type ChargebackStore = ReturnType<typeof openChargebackStore>

/**
 * Cases have other numbers than stages: a query with the number of the other kind finds nothing.
 */
const caseNumbers = 5_000_000

function stageOf(row: Record<string, unknown>): Chargeback {
  return {
    idChargeback: Number(row.id_chargeback),
    idCase: Number(row.id_case),
    paymentId: String(row.payment_id),
    process: Number(row.process) as Process,
    amount: Number(row.amount),
    reasonCode: String(row.reason_code),
    receivedAt: Number(row.received_at),
    deadlineAt: Number(row.deadline_at),
    action: row.action === null ? null : (String(row.action) as 'accept' | 'refuse'),
    repliedAt: row.replied_at === null ? null : Number(row.replied_at),
    reasonToRefuse: row.reason_to_refuse === null ? null : String(row.reason_to_refuse),
    phase: String(row.phase) as Phase,
  }
}
