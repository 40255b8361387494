import type { Client } from '../http/client.ts'
import { path } from '../http/request.ts'
import type { List } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { AnswerDisputeRequest, Dispute, DisputeDetail, Evidence } from '../types/api-types.ts'
import { dataOf, listOf } from './calls.ts'
import type { DisputeFilters } from './filters.ts'

const evidenceTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const

/** A document, at most 2 MiB. */
export interface EvidenceFile {
  readonly name: string
  readonly contentType: (typeof evidenceTypes)[number]
  readonly content: Uint8Array
}

/** Chargebacks of cards and MED of PIX. */
export class Disputes {
  readonly #client: Client
  constructor(client: Client) {
    this.#client = client
  }

  list(filters?: DisputeFilters, options?: CallOptions): List<Dispute> {
    return listOf(this.#client, '/api/user/chargebacks', filters, options)
  }

  get(id: string, options?: CallOptions): Promise<DisputeDetail> {
    return dataOf(this.#client, { method: 'GET', path: path`/api/user/chargebacks/${id}` }, options)
  }

  /** Contests or accepts, once, until `answerBy`. Add the evidence before. */
  answer(id: string, request: AnswerDisputeRequest, options?: CallOptions): Promise<DisputeDetail> {
    const url = path`/api/user/chargebacks/${id}/answer`
    return dataOf(this.#client, { method: 'POST', path: url, body: request }, options)
  }

  addEvidence(id: string, document: EvidenceFile, options?: CallOptions): Promise<Evidence> {
    const { name, contentType, content } = document
    const url = path`/api/user/chargebacks/${id}/evidence`
    const file = { bytes: content, contentType }
    return dataOf(this.#client, { method: 'POST', path: url, query: { name }, file }, options)
  }

  /** The bytes of a document. */
  async downloadEvidence(
    id: string,
    evidenceId: string,
    options?: CallOptions,
  ): Promise<Uint8Array> {
    const url = path`/api/user/chargebacks/${id}/evidence/${evidenceId}`
    const call = { method: 'GET', path: url, document: evidenceTypes } as const
    return (await this.#client.download(call, options)).bytes
  }
}
