import type { Queryable, Sql } from '../db/pool.ts'
import type { EvidenceDocument } from '../providers/ports/dispute.ts'
import type { DisputePlace, Evidence } from './dispute.ts'

export type Keeping =
  /** It is stored now, or was before: the same bytes are the same document. */
  | { readonly kind: 'kept'; readonly evidence: Evidence }
  | { readonly kind: 'full' }
  /** The dispute accepts no document any more, or does not exist. */
  | { readonly kind: 'closed' }

/**
 * Stores a document unless the dispute has `most` documents already. It raises the dispute's
 * version. So a concurrent answer, which was given without the document, loses and is retried.
 */
export const keepEvidence = (
  sql: Sql,
  { accountId, id: disputeId }: DisputePlace,
  given: Omit<Evidence, 'disputeId' | 'size'> & { readonly bytes: Buffer },
  most: number,
): Promise<Keeping> =>
  sql.begin(async (tx): Promise<Keeping> => {
    const [dispute] = await tx`
      select from disputes
      where account_id = ${accountId} and id = ${disputeId} and status = 'NEEDS_RESPONSE'
        and (facts -> 'answer' is null or facts #> '{answer,rejected}' is not null) for update`
    if (!dispute) return { kind: 'closed' }
    const there = await evidenceOf(tx, accountId, [disputeId])
    const same = there.find(({ sha256 }) => sha256.equals(given.sha256))
    if (same) return { kind: 'kept', evidence: same }
    if (there.length >= most) return { kind: 'full' }
    const { bytes, ...evidence } = { ...given, disputeId, size: given.bytes.length }
    await tx`
      insert into dispute_evidence (account_id, dispute_id, id, name, content_type, size, sha256,
        bytes, created_at)
      values (${accountId}, ${disputeId}, ${evidence.id}, ${evidence.name}, ${evidence.contentType},
        ${evidence.size}, ${evidence.sha256}, ${bytes}, ${evidence.createdAt})`
    await tx`
      update disputes
      set version = version + 1
      where account_id = ${accountId} and id = ${disputeId}`
    return { kind: 'kept', evidence }
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
  { accountId, id: disputeId }: DisputePlace,
  ids: readonly string[],
): Promise<EvidenceDocument[]> =>
  sql<EvidenceDocument[]>`
    select name, content_type as "contentType", bytes from dispute_evidence
    where account_id = ${accountId} and dispute_id = ${disputeId} and id = any(${[...ids]}::uuid[])
    order by id`
