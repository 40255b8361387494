/** The fields of Rede that a recording keeps. Names and cards are not among them. */
export const redeRecordedFields: readonly string[] = [
  ...['tid', 'nsu', 'returnCode', 'returnMessage', 'authorizationCode', 'refundId', 'status'],
  'merchantAdviceCode',
  ...['capture', 'installments', 'kind', 'requestDateTime', 'dateTime', 'refundDateTime'],
  ...['subscription', 'from', 'href', 'method', 'rel'],
]
