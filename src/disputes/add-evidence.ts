import { createHash } from 'node:crypto'
import {
  type EvidenceType,
  maxEvidenceBytes,
  maxEvidenceDocuments,
} from '../../contract/evidence.ts'
import type { App } from '../app.ts'
import { type AuditedChange, audited } from '../audit-log/record-audit.ts'
import { newId } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { assertInTime } from './answer-dispute.ts'
import { type DisputeIds, type Evidence, hasAnswer } from './dispute.ts'
import { disputeById } from './dispute-store.ts'
import { storeEvidence } from './evidence-store.ts'

export interface NewEvidence {
  readonly name: string
  /** The type that the sender declares. */
  readonly contentType: string
  readonly bytes: Buffer
}

/**
 * Stores a document for a dispute that is not answered yet and can be. A document that is sent
 * twice is stored once. Throws `not-found`, `dispute-status-does-not-allow`,
 * `dispute-already-answered`, `dispute-answer-late`, `evidence-type-not-supported`,
 * `evidence-invalid`, `body-too-large`, `evidence-limit-reached`.
 */
export async function addEvidence(
  app: Pick<App, 'sql' | 'clock' | 'vault' | 'actor'>,
  ids: DisputeIds,
  { name, contentType, bytes }: NewEvidence,
): Promise<Evidence> {
  if (!isSupported(contentType))
    throw new Rejection('evidence-type-not-supported', { field: 'contentType' })
  if (bytes.length > maxEvidenceBytes)
    throw new Rejection('body-too-large', { params: { max: maxEvidenceBytes / 1_024 } })
  if (typeOf(bytes) !== contentType) throw new Rejection('evidence-invalid', { field: 'content' })
  const createdAt = app.clock.now()
  const newEvidence = {
    id: newId(createdAt.getTime()),
    name: plainName(name),
    contentType,
    sha256: createHash('sha256').update(bytes).digest(),
    bytes,
    createdAt,
  }
  const stored = await audited(
    app,
    (sql) => storeEvidence(sql, ids, newEvidence, maxEvidenceDocuments),
    (result) =>
      result.kind === 'stored' && result.isNew ? addedDocument(ids, result.evidence) : undefined,
  )
  if (stored.kind === 'stored') return stored.evidence
  if (stored.kind === 'full')
    throw new Rejection('evidence-limit-reached', { params: { max: maxEvidenceDocuments } })
  const dispute = await disputeById(app.sql, ids.accountId, ids.id)
  if (!dispute) throw new Rejection('not-found')
  const { status } = dispute
  if (status !== 'NEEDS_RESPONSE')
    throw new Rejection('dispute-status-does-not-allow', { params: { status } })
  if (!hasAnswer(dispute)) assertInTime(dispute, createdAt)
  throw new Rejection('dispute-already-answered')
}

const addedDocument = (
  { accountId, id }: DisputeIds,
  { name, contentType, sha256 }: Evidence,
): AuditedChange => ({
  accountId,
  action: 'dispute_document.added',
  object: { type: 'dispute', id },
  after: { name, contentType, sha256: sha256.toString('hex') },
})

/** The type that the first bytes prove. The file name proves nothing. */
export const typeOf = (bytes: Buffer): EvidenceType | undefined =>
  signatures.find(
    ([, first]) => bytes.length > first.length && bytes.subarray(0, first.length).equals(first),
  )?.[0]

const signatures: readonly (readonly [EvidenceType, Buffer])[] = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
]

const isSupported = (contentType: string): contentType is EvidenceType =>
  signatures.some(([supported]) => supported === contentType)

/** The name without folders, and without characters that could end a header or a log line. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = [...last.replace(/[\p{C}"]/gu, '').trim()].slice(0, 120).join('')
  return plain === '' ? 'documento' : plain
}
