import type { Queryable, Sql } from '../db/pool.ts'
import type { EvidenceDocument } from '../providers/ports/dispute.ts'
import type { DisputeIds, Evidence } from './dispute.ts'
import { needsAnswer } from './dispute-store.ts'

export type StoredEvidence =
  /** It is stored now, or was before: the same bytes are the same document. */
  | { readonly kind: 'stored'; readonly evidence: Evidence; readonly isNew: boolean }
  | { readonly kind: 'full' }
  /** The dispute accepts no document any more, or does not exist. */
  | { readonly kind: 'closed' }

/**
 * Stores a document unless the dispute has `most` documents already. It increases the dispute's
 * version, so a concurrent answer without this document fails and is retried.
 */
export const storeEvidence = (
  sql: Sql,
  { accountId, id: disputeId }: DisputeIds,
  newEvidence: Omit<Evidence, 'disputeId' | 'size'> & { readonly bytes: Buffer },
  most: number,
): Promise<StoredEvidence> =>
  sql.begin(async (tx): Promise<StoredEvidence> => {
    const [dispute] = await tx`
      select from disputes
      where account_id = ${accountId} and id = ${disputeId}
        and ${needsAnswer(tx, newEvidence.createdAt)}
      for update`
    if (!dispute) return { kind: 'closed' }
    const documents = await evidenceOf(tx, accountId, [disputeId])
    const same = documents.find(({ sha256 }) => sha256.equals(newEvidence.sha256))
    if (same) return { kind: 'stored', evidence: same, isNew: false }
    if (documents.length >= most) return { kind: 'full' }
    const { bytes, ...evidence } = { ...newEvidence, disputeId, size: newEvidence.bytes.length }
    await tx`
      insert into dispute_evidence (account_id, dispute_id, id, name, content_type, size, sha256,
        bytes, created_at)
      values (${accountId}, ${disputeId}, ${evidence.id}, ${evidence.name}, ${evidence.contentType},
        ${evidence.size}, ${evidence.sha256}, ${bytes}, ${evidence.createdAt})`
    await tx`
      update disputes
      set version = version + 1
      where account_id = ${accountId} and id = ${disputeId}`
    return { kind: 'stored', evidence, isNew: true }
  })

/** The documents of these disputes, the oldest first, without the bytes. */
export const evidenceOf = (
  sql: Queryable,
  accountId: string,
  disputeIds: readonly string[],
): Promise<Evidence[]> =>
  sql<Evidence[]>`
    select id, dispute_id as "disputeId", name, content_type as "contentType", size, sha256,
      created_at as "createdAt"
    from dispute_evidence
    where account_id = ${accountId} and dispute_id = any(${[...disputeIds]}::uuid[])
    order by created_at, id`

/** The bytes of the documents, sorted by id. */
export const evidenceDocuments = (
  sql: Queryable,
  { accountId, id: disputeId }: DisputeIds,
  ids: readonly string[],
): Promise<EvidenceDocument[]> =>
  sql<EvidenceDocument[]>`
    select name, content_type as "contentType", bytes from dispute_evidence
    where account_id = ${accountId} and dispute_id = ${disputeId} and id = any(${[...ids]}::uuid[])
    order by id`
