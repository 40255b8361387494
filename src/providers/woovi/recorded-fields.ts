/** The fields of Woovi that a recording keeps. Those of receivers are not among them. */
export const wooviRecordedFields: readonly string[] = [
  ...['correlationID', 'value', 'status', 'type', 'endToEndId', 'time', 'providerRejectedReason'],
  ...['start', 'end', 'skip', 'limit', 'hasNextPage', 'hasPreviousPage', 'withdrawal', 'error'],
  ...['destinationAliasType', 'accountType', 'event', 'isActive'],
]
