/** The fields of Pagar.me that a recording keeps. Names, documents and cards are not among them. */
export const pagarmeRecordedFields: readonly string[] = [
  ...['id', 'status', 'currency', 'paid_amount', 'canceled_amount', 'created_at', 'updated_at'],
  ...['closed', 'payment_method', 'installments', 'operation_type', 'quantity', 'success'],
  ...['acquirer_tid', 'acquirer_nsu', 'acquirer_auth_code', 'acquirer_return_code'],
  ...['transaction_type', 'gateway_id', 'page', 'size', 'created_since', 'created_until', 'total'],
  ...['type', 'fee', 'anticipation_fee', 'fraud_coverage_fee', 'installment', 'charge_id'],
  ...['originator_model', 'originator_model_id', 'payment_date', 'original_payment_date'],
  ...['accrual_at', 'payment_date_since', 'payment_date_until'],
]
