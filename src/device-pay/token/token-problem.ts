/**
 * Why a token was rejected, in the order of the checks
 * (docs/design/device-wallet.md#token-verification). For logs: the API returns one text for all.
 */
export type TokenProblem = SignatureProblem | PayloadProblem

/** The problems found without a private key. */
export type SignatureProblem =
  | 'malformed'
  | 'unsupported_version'
  | 'unknown_processing_key'
  | 'bad_signature_structure'
  | 'bad_certificates'
  | 'untrusted_chain'
  | 'signer_mismatch'
  | 'digest_mismatch'
  | 'bad_signature'
  | 'stale'
  | 'wrong_binding'

/** The problems that only the holder of the processing key finds. */
export type PayloadProblem =
  | 'malformed'
  | 'unsupported_version'
  | 'decrypt_failed'
  | 'malformed_payload'
  | 'currency_mismatch'
  | 'amount_mismatch'
  | 'unsupported_payment_data'
  | 'card_expired'
  | 'bad_card_number'
