/** The kinds of documents that a dispute accepts. */
export const evidenceTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type EvidenceType = (typeof evidenceTypes)[number]

/** The largest document, bytes. */
export const maxEvidenceBytes = 2 * 1_024 * 1_024
/** The highest number of documents of one dispute. */
export const maxEvidenceDocuments = 10
