import type { CaseKind } from './case.ts'
import type { KindText } from './kind-texts.ts'

const queryProvider =
  'Open a ticket at the provider with the reference of the line, and note the result when you close the case.'
const waits =
  'The provider was queried already. If the case does not close by itself within a few hours, open a ticket at the provider.'

/** The explanation of each kind in English. The Portuguese ones are in kind-texts.ts. */
export const englishKindTexts: Readonly<Record<CaseKind, KindText>> = {
  'file-missing': {
    explanation:
      "A file is missing from the sequence: the numbers of the provider's files skip this one.",
    nextStep:
      'Ask the provider to publish the file again. The case closes by itself when the file is read.',
  },
  'file-late': {
    explanation:
      'The file of the day was not published by noon of the following day. A bank that makes files on business days has until noon of the day after the next business day.',
    nextStep:
      'Check whether the provider announced a delay. The case closes by itself when the file arrives.',
  },
  'file-broken': {
    explanation:
      'The file exists, but it ends early, could not be downloaded or opened or, if it is the return of a bank of boletos without an API, does not match its own trailer or has more than a thousand unreadable lines. Nothing of it was used.',
    nextStep:
      'It is read again every hour. If it is in a folder, check that the worker may read it. If it is no file of the provider, move it out of the folder and close the case. If it stays like this, ask the provider to publish it again, under the same name. The case closes by itself when the whole file is read.',
  },
  'file-doubled': {
    explanation:
      'The provider published two files with the same sequence number. Only the first one was used.',
    nextStep:
      'Compare the sha256 digests of both. If they are equal, close the case; if not, ask the provider which one is valid.',
  },
  'header-differs': {
    explanation:
      'The header does not match the other files of the provider: another merchant, a date out of order or an unknown layout. The file was not used.',
    nextStep:
      'Check that the configuration names the right merchant, and ask the provider for the correct file.',
  },
  'trailer-differs': {
    explanation:
      'The trailer of the file does not match its own lines: the count, the sum of the sales or the sum of the net amounts.',
    nextStep:
      'Treat the file as suspect: ask the provider for a new version, and check the other cases of this file.',
  },
  'row-unreadable': {
    explanation:
      'A line of the file could not be read and was not compared. If it is of the return of a bank of boletos without an API, its boleto is as before.',
    nextStep:
      'See the problem that is shown, and ask the provider for the corrected line. For a boleto, check at the bank whether it was paid, and request it in another return with another number: the same file is not read again.',
  },
  'adjustment-unexplained': {
    explanation:
      'The provider charged or credited an amount on its own. Our books have nothing about it.',
    nextStep:
      'Check the contract and the invoice of the provider. If the amount is due, record it and close the case; if not, contest it.',
  },
  'sale-unknown': {
    explanation: 'The file has a sale with a reference that we never gave.',
    nextStep:
      "It may be a sale outside the gateway, or of another merchant. Find it on the provider's portal before you close the case.",
  },
  'sale-doubled': {
    explanation:
      'The file has the same reference more than once: a repeated line, or a charge that was made twice.',
    nextStep:
      'If the numbers of the provider differ, the payer was charged twice: refund the charge that is not the one of the sale at the provider.',
  },
  'sale-amount-differs': {
    explanation: 'The sale is in the file with another amount.',
    nextStep: queryProvider,
  },
  'sale-installments-differ': {
    explanation: 'The sale is in the file with another number of installments.',
    nextStep: queryProvider,
  },
  'sale-status-differs': {
    explanation: 'The file reports the sale as paid; here it waits, was refused or was canceled.',
    nextStep: waits,
    nextStepAfterEnd:
      'Nothing was queried, because the sale was refused here and nothing was credited. If the bank confirms the payment, return the amount to the payer, and note it when you close the case.',
  },
  'sale-missing-in-file': {
    explanation: 'The sale is paid here and is in no file of the provider.',
    nextStep:
      'Query the sale at the provider. If the provider does not have it, the money will not arrive: settle it with the merchant before the amount is released.',
  },
  'installment-unknown': {
    explanation:
      'The file has an installment of a sale that is not in the files, or beyond the installments of that sale.',
    nextStep: queryProvider,
  },
  'installment-doubled': {
    explanation: 'The same installment is in the file more than once.',
    nextStep: 'Check whether the provider will pay it twice, and ask for the correction.',
  },
  'installment-missing': {
    explanation: 'An installment of this sale is missing from the file.',
    nextStep: queryProvider,
  },
  'installment-amount-differs': {
    explanation:
      'The amount of the installment is not the one that results from the division of the sale.',
    nextStep: queryProvider,
  },
  'installment-date-differs': {
    explanation:
      'The date of the installment is not the expected one: 30 days for each installment, on the next business day.',
    nextStep:
      'Check whether an advance or a holiday was agreed with the provider; if not, ask for the correction.',
  },
  'payment-sum-differs': {
    explanation:
      'The amount that the provider reports as paid on the day is not the sum of the net amounts of the installments that were due.',
    nextStep:
      'Compare it with the bank statement of the day, and claim the difference from the provider.',
  },
  'refund-unknown': {
    explanation: 'The file has a refund that we did not request.',
    nextStep:
      "It may have been made on the provider's portal. Confirm who requested it and record it, or contest it.",
  },
  'refund-amount-differs': {
    explanation: 'The refund is in the file with another amount.',
    nextStep: queryProvider,
  },
  'refund-status-differs': {
    explanation: 'The file reports the refund as done; here it is in progress or failed.',
    nextStep: waits,
    nextStepAfterEnd:
      'Nothing was queried, because the refund has failed here and the merchant has its amount again. If the provider confirms that the payer received it, debit the merchant with "guiche ledger correct", and note it when you close the case.',
  },
  'refund-missing-in-file': {
    explanation: 'The refund is complete here and is in no file of the provider.',
    nextStep: 'Query the refund at the provider: the payer may not have received it.',
  },
  'dispute-unknown': {
    explanation: 'The file has a dispute that we do not know.',
    nextStep: waits,
  },
  'dispute-amount-differs': {
    explanation: 'The amount that the dispute took differs between the files and our books.',
    nextStep:
      'Check the case at the provider. If the sale was refunded before, the payer received the amount twice: contest it.',
  },
  'dispute-missing-in-file': {
    explanation: 'The dispute was lost here, and the files do not show the money that left.',
    nextStep: queryProvider,
  },
  'payout-unknown': {
    explanation: 'The bank reports a PIX, sent or returned, that we did not request.',
    nextStep:
      'Urgent: check who has access to the account and to the credentials. Contact the bank.',
  },
  'payout-doubled': {
    explanation: 'The same payout is in the file more than once.',
    nextStep:
      'Check on the statement whether the bank sent it twice. If it did, ask for the return of the second one.',
  },
  'payout-amount-differs': {
    explanation: 'The payout is in the file with another amount.',
    nextStep: queryProvider,
  },
  'payout-status-differs': {
    explanation:
      'The bank reports that the payout arrived; here it is in progress, failed or was canceled.',
    nextStep: waits,
    nextStepAfterEnd:
      'Nothing was queried, because the payout has ended here and the merchant has its amount again. If the bank confirms that it arrived and was not returned, debit the merchant with "guiche ledger correct", and note it when you close the case.',
  },
  'payout-missing-in-file': {
    explanation: 'The payout is complete here and is in no file of the bank.',
    nextStep: 'Query the payout at the bank by its id: the receiver may not have received it.',
  },
  'payout-return-differs': {
    explanation:
      'The amount that came back of a payout differs between the files of the bank and our books.',
    nextStep: waits,
  },
  'sale-unresolved': {
    explanation:
      'For seven days the acquirer has not reported whether this sale was made. It still waits.',
    nextStep:
      "Find the sale on the acquirer's portal by its reference, and ask the acquirer to respond to the query.",
  },
  'sale-charged-twice': {
    explanation:
      'The acquirer charged twice under one order, and the second charge could not be canceled.',
    nextStep: "Cancel the second sale on the acquirer's portal.",
  },
  'sale-approved-late': {
    explanation:
      'The acquirer approved a sale after the final refusal, and the cancellation was not confirmed. The money is in orphan-funds.',
    nextStep:
      "Cancel the sale on the acquirer's portal. The case closes by itself when the cancellation is confirmed.",
  },
  'authorization-unresolved': {
    explanation:
      'For seven days the acquirer has not reported whether this authorized sale was captured or canceled. It is still authorized.',
    nextStep:
      "Find the sale on the acquirer's portal by its reference. If it was captured or canceled there, ask the acquirer to respond to the query: the case closes by itself when it does.",
  },
  'sale-void-unexplained': {
    explanation:
      'The sale is paid here, and the acquirer has canceled it whole. Its refunds do not explain the cancellation.',
    nextStep:
      "The money of this sale will not come. Find out on the acquirer's portal who canceled it, and tell the merchant. A refund of the rest of the sale corrects the books: the payer does not get it twice.",
  },
  'arrival-amount-differs': {
    explanation:
      'A charge was paid or a card sale was captured with another amount, or part of the payment had been returned before. Nothing was credited.',
    nextStep:
      "Agree with the merchant and return the amount at the bank (for PIX, a return with the EndToEndId within 90 days) or cancel the sale on the acquirer's portal, or record the agreement when you close the case.",
  },
  'arrival-doubled': {
    explanation:
      'A PIX charge was paid more than once. This other payment is in the account and was not credited.',
    nextStep:
      'Return it to the payer at the bank (a PIX return with this EndToEndId, within 90 days of the payment), and note the id of the return when you close the case.',
  },
  'charge-unresolved': {
    explanation:
      'For seven days the bank has not reported whether this expired charge was paid. It still waits.',
    nextStep:
      'Find the charge at the bank by its reference, and ask the bank to respond to the query.',
  },
  'boleto-unconfirmed': {
    explanation:
      'For more than three business days the bank has neither confirmed nor rejected the registration of this boleto.',
    nextStep:
      'Check that the remittance reached the bank, and that the returns are in their folder. If the bank refused the whole remittance, the merchant creates another boleto: this one cannot be paid, and expires by itself three business days after the last day on which the bank would keep it. Never send the same file with another number.',
  },
  'boleto-not-written': {
    explanation:
      'An instruction about this boleto could not be written into the remittance, such as one of a payer without an address. The bank has not received it.',
    nextStep:
      'Correct the settings of the provider, such as payerAddress: the gateway tries again, a registration after an hour and a write-off within a day. The case closes by itself when this instruction is in the folder, or when the boleto is paid or written off.',
  },
  'boleto-instruction-rejected': {
    explanation:
      'The bank rejected an instruction about this boleto, such as its write-off. The boleto is as before.',
    nextStep:
      'If the write-off still applies, cancel the payment again: it gets into another file. Or give the instruction on the portal of the bank. The case closes by itself when the boleto is paid or written off.',
  },
  'refund-unresolved': {
    explanation:
      'For seven days the provider has not reported the result of this refund. The amount is still blocked.',
    nextStep:
      'Never return or pay this amount by hand: the payer would get it twice. Find the refund at the bank by its id. If it is a payment to a key and waits there, approve or cancel it at the bank: within six hours the result is seen and the case closes by itself. If the bank does not have it, it is sent again with the same id: ask the bank why it does not take it (credentials, balance, account), and check that the account is not suspended and that cashouts are not stopped.',
    nextStepAtAcquirer:
      'Find it at the provider by its reference. If the acquirer never received it, cancel this amount on its portal: within six hours the refund completes and the case closes by itself.',
  },
  'payout-unresolved': {
    explanation:
      'For seven days the bank has not reported the result of this payout. The amount is still blocked.',
    nextStep:
      'Find the payout at the bank by its id. If it waits there, approve or cancel it at the bank: within six hours the result is seen and the case closes by itself. If the bank does not have it, it is sent again with the same id. Never send it with another one.',
  },
  'payout-answer-differs': {
    explanation:
      'The bank reported another amount or receiver for this payout, or the opposite of its earlier report, or returned more than was sent.',
    nextStep:
      'If the bank paid another receiver, the cashout is completed and the money has left. In every other case nothing was changed in the books. Clarify it with the bank, and note the result when you close the case.',
  },
  'refund-answer-differs': {
    explanation:
      'The provider reported another amount for this refund, or the opposite of its earlier report, or returned more than was sent.',
    nextStep:
      'Nothing was changed in the books. Clarify it with the provider, and note the result when you close the case.',
  },
  'claim-not-taken': {
    explanation:
      'The provider reported a dispute that does not match our payments, or that could not be read.',
    nextStep:
      "Check the case on the provider's portal by its number. The deadline for the answer runs there.",
  },
  'dispute-answer-unresolved': {
    explanation:
      'For seven days the provider has not confirmed that it has the answer to this dispute. The answer is sent again every six hours until the deadline.',
    nextStep:
      "Check the case on the provider's portal by its number. If the answer is not there, give it on the portal before the deadline. The case closes by itself when the provider has the answer or decides the dispute.",
  },
  'credentials-refused': {
    explanation:
      'On this day the acquirer rejected our credentials or the configuration of the account. None of these sales was tried, and no card was refused.',
    nextStep:
      'Correct the settings of the provider with "guiche providers set", and close the case. The shops repeat the sales with another Idempotency-Key.',
  },
  'restore-unmatched': {
    explanation:
      'After a restore the provider has a record that the books have lost and that could not be brought back to an account automatically.',
    nextStep:
      'Find the account by the end of the reference (the last digits of its id: six in a card sale, eight in PIX) or with the shop. Post the amount with "guiche ledger correct", and note it when you close the case.',
  },
}
