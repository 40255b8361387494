/** The fields of Cielo that a recording keeps. Those of payers and of cards are not among them. */
export const cieloRecordedFields: readonly string[] = [
  ...['MerchantOrderId', 'merchantOrderId', 'PaymentId', 'ReceveidDate', 'ReceivedDate', 'Type'],
  ...['Amount', 'amount', 'CapturedAmount', 'VoidedAmount', 'Installments', 'Capture', 'Currency'],
  ...['Status', 'ReturnCode', 'ProviderReturnCode', 'ReasonCode', 'Code', 'MerchantAdviceCode'],
  ...['Tid', 'ProofOfSale', 'AuthorizationCode', 'TryAutomaticCancellation', 'Country', 'Provider'],
  ...[
    'initialDate',
    'finalDate',
    'startDate',
    'endDate',
    'page',
    'pageSize',
    'total',
    'totalItems',
  ],
  ...['currentPage', 'totalPages', 'hierarchyType', 'status', 'caseStatus'],
]
