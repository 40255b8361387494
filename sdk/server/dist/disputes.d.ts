// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.

import type { AnswerDisputeRequest, Dispute, DisputeDetail, Evidence } from './api-types.js'
import type { Client } from './client.js'
import type { DisputeFilters } from './filters.js'
import type { List } from './list.js'
import type { CallOptions } from './options.js'

declare const evidenceTypes: readonly ['application/pdf', 'image/png', 'image/jpeg']
/** A document, at most 2 MiB. */
export interface EvidenceFile {
  readonly name: string
  readonly contentType: (typeof evidenceTypes)[number]
  readonly content: Uint8Array
}
/** Chargebacks of cards and MED of PIX. */
export declare class Disputes {
  #private
  constructor(client: Client)
  list(filters?: DisputeFilters, options?: CallOptions): List<Dispute>
  get(id: string, options?: CallOptions): Promise<DisputeDetail>
  /** Contests or accepts, once, until `answerBy`. Add the evidence before. */
  answer(id: string, request: AnswerDisputeRequest, options?: CallOptions): Promise<DisputeDetail>
  addEvidence(id: string, document: EvidenceFile, options?: CallOptions): Promise<Evidence>
  /** The bytes of a document. */
  downloadEvidence(id: string, evidenceId: string, options?: CallOptions): Promise<Uint8Array>
}
