// Made from contract/ by scripts/build-sdk.ts. Make changes there.

/** Every code of the gateway, with its HTTP status. */
export interface ErrorStatus {
  /** The request body is not valid JSON in UTF-8. Check quotes, commas and the encoding. */
  readonly 'invalid-json': 400
  /** The JSON has the key {key} twice in one object. Send each key once. */
  readonly 'duplicate-json-key': 400
  /** The request body is larger than {max} KiB. Send less. */
  readonly 'body-too-large': 413
  /** The JSON is nested deeper than {max} levels. Send a flatter structure. */
  readonly 'body-too-deep': 400
  /** Send the body as JSON, with the header Content-Type: application/json. */
  readonly 'unsupported-media-type': 415
  /** The HTTP request is malformed. Check the URL, the headers and the declared body length. */
  readonly 'request-malformed': 400
  /** A valid Host header is missing, or there are several. Send exactly one. */
  readonly 'host-invalid': 400
  /** The headers are larger than 16 KiB. Send fewer headers or cookies. */
  readonly 'headers-too-large': 431
  /** The request took too long to arrive whole. Send it again. */
  readonly 'request-timeout': 408
  /** The version in Guiche-Version does not exist. Use {versions}, or leave the header out. */
  readonly 'version-not-supported': 400
  /** This address does not take this method. Use {allowed}. */
  readonly 'method-not-allowed': 405
  /** This address does not exist. Check the path in the documentation. */
  readonly 'route-not-found': 404
  /** The dashboard of this installation is not built yet. Run npm run build and reload. */
  readonly 'dashboard-not-built': 503
  /** The data sent has problems. Correct the fields listed in error.issues. */
  readonly 'validation-failed': 400
  /** We only charge in reais. Send currency as BRL, or leave it out. */
  readonly 'currency-not-supported': 400
  /**
   * The field {field} holds a card number, which may only be sent in card.number. Remove it from
   * this field.
   */
  readonly 'card-number-misplaced': 400
  /** The Idempotency-Key header takes 1 to 255 visible ASCII characters, once. */
  readonly 'idempotency-key-invalid': 400
  /** Send the Idempotency-Key header: it prevents this operation from being done twice. */
  readonly 'idempotency-key-required': 400
  /** This Idempotency-Key was used with another request. Use a new key for each operation. */
  readonly 'idempotency-key-reused': 422
  /**
   * The request with this Idempotency-Key or token is still under way. Repeat it in a moment,
   * unchanged.
   */
  readonly 'idempotency-in-progress': 409
  /**
   * Secret key missing or invalid. Send Authorization: Basic with the base64 of x:YOUR_SECRET_KEY.
   */
  readonly unauthenticated: 401
  /** Public key missing or invalid. Send the public key in the x-public-key header. */
  readonly 'public-key-invalid': 401
  /**
   * The secret key came with an Origin header, as from a browser, and the account does not allow
   * that. Use it on a server only, and replace it if it was in a page.
   */
  readonly 'secret-key-in-browser': 403
  /** This account is suspended. Contact support. */
  readonly 'account-suspended': 403
  /** The permission {permission} is missing. Use a key or a login that has it. */
  readonly 'permission-denied': 403
  /**
   * This key is not accepted from this address. Call from an address on the list of the key, or ask
   * for a new key with this one.
   */
  readonly 'key-address-denied': 403
  /** Operator token missing or invalid. Send Authorization: Bearer with the token. */
  readonly 'admin-unauthenticated': 401
  /**
   * The operator token does not open this ({permission}): it needs a person. Sign in to the
   * dashboard, or use guiche on the machine itself.
   */
  readonly 'person-required': 403
  /**
   * Too many requests in a short time. Wait as long as the Retry-After header says and try again.
   */
  readonly 'rate-limited': 429
  /** There is no such login, or it has ended. Sign in again. */
  readonly 'login-required': 401
  /** This request did not come from the pages of this gateway. Use the dashboard at its address. */
  readonly 'origin-refused': 403
  /** Address or password do not match. Check both; after ten errors in a row, wait half an hour. */
  readonly 'sign-in-refused': 401
  /**
   * The second factor is missing. Show a code of the app or, if there is none yet, register one.
   */
  readonly 'second-factor-required': 403
  /**
   * The code or the password does not match, or was used. Wait for the next code; after ten errors
   * in a row, half an hour.
   */
  readonly 'second-factor-refused': 401
  /** No app is registered. Register one first. */
  readonly 'second-factor-missing': 409
  /**
   * This is your only second factor, and your access needs one. Register another one first; a new
   * app replaces the earlier one.
   */
  readonly 'second-factor-last': 409
  /**
   * This needs the second factor again, because the last one is older than ten minutes. Show it and
   * repeat.
   */
  readonly 'proof-required': 403
  /** This password is easy to guess. Add more words that do not belong together. */
  readonly 'password-refused': 400
  /** This link is not valid, was used or has expired. Ask for another one. */
  readonly 'link-not-valid': 404
  /** The e-mail address is not valid. Use plain letters, one @ and a domain. */
  readonly 'email-invalid': 400
  /** The name takes 1 to 100 visible characters, with at least one letter. */
  readonly 'name-invalid': 400
  /** There is no such role. Use one of the listed roles. */
  readonly 'role-not-found': 400
  /** There is a role with this name, or with one that reads the same. Choose another name. */
  readonly 'role-name-taken': 409
  /**
   * This role is in use: people who have it: {persons}; open invitations: {invitations}. Give these
   * people another role and withdraw the invitations first.
   */
  readonly 'role-in-use': 409
  /** The account has {max} roles of its own, the most it can have. Remove one that is not used. */
  readonly 'role-limit-reached': 409
  /** This person is already a member. Change the person's role instead. */
  readonly 'already-member': 409
  /**
   * There are {max} open invitations here, the most there can be. Withdraw one, or wait until one
   * is accepted.
   */
  readonly 'invitation-limit-reached': 409
  /** This is the last person who manages access here. Give the role to another person first. */
  readonly 'last-owner': 409
  /** The passkey was not accepted. Try again, or sign in with password and code. */
  readonly 'passkey-refused': 401
  /** The method {method} is not enabled on the account. Contact support. */
  readonly 'method-not-enabled': 400
  /** Device Pay is not enabled on the account. Contact support. */
  readonly 'device-pay-disabled': 400
  /** The account has no provider for {method}. Contact support. */
  readonly 'provider-not-configured': 400
  /** The account has no price for this operation. Ask support to set {price}. */
  readonly 'price-not-set': 400
  /** The minimum is {min}. Raise amount (in cents). */
  readonly 'amount-below-minimum': 400
  /** The maximum is {max}. Lower amount (in cents). */
  readonly 'amount-above-maximum': 400
  /** The maximum is {max} installments. Lower installments. */
  readonly 'installments-above-maximum': 400
  /** Each installment must be at least {min}. Lower installments. */
  readonly 'installment-below-minimum': 400
  /** The requested object was not found. Check the identifier. */
  readonly 'not-found': 404
  /** Send card with the card data, or wallet with type DEVICE_PAY and the token. */
  readonly 'card-or-wallet-required': 400
  /**
   * The Device Pay token is invalid or was modified. Send the token whole, as the device gave it,
   * right after the confirmation.
   */
  readonly 'wallet-token-invalid': 400
  /**
   * This Device Pay token was used already. Ask the customer to confirm the payment on the device
   * again.
   */
  readonly 'wallet-token-used': 409
  /** Device Pay accepts Visa and Mastercard. Ask the customer to choose another card. */
  readonly 'wallet-network-not-supported': 400
  /** The card number is not valid. Ask the customer to check it. */
  readonly 'card-invalid': 400
  /** The network of this card is not accepted. Ask for another card. */
  readonly 'card-brand-not-supported': 400
  /** The card has expired. Ask for another card. */
  readonly 'card-expired': 400
  /**
   * The card token is not valid: used before, older than 15 minutes, or of another account. Make a
   * new one.
   */
  readonly 'card-token-invalid': 400
  /** Send customer.document with the CPF or CNPJ of the customer. */
  readonly 'document-required': 400
  /** The CPF or CNPJ is not valid. Check its digits. */
  readonly 'document-invalid': 400
  /**
   * The postbackUrl cannot be called. Use a public https address without user, password or
   * fragment.
   */
  readonly 'postback-url-invalid': 400
  /**
   * Customer data is missing or not valid for this method. Correct the field named in error.field.
   */
  readonly 'customer-invalid': 400
  /**
   * This boleto needs the address of the payer: the bank requires it, or it has a protest. Send
   * customer.address with street, streetNumber, neighborhood, city, state and zipCode.
   */
  readonly 'payer-address-required': 400
  /** The due date is {min} to {max} days away. Change boleto.expiresInDays. */
  readonly 'due-date-invalid': 400
  /**
   * The bank writes a boleto off at most {max} days after its due date. Lower
   * boleto.payableDaysAfter.
   */
  readonly 'boleto-payable-days-invalid': 400
  /**
   * This account cannot request a protest or a negative listing of boletos. Send it without
   * boleto.overdue, or contact support.
   */
  readonly 'boleto-overdue-disabled': 400
  /**
   * The bank of this account takes no request for {action} of boletos. Send NONE in
   * boleto.overdue.action, or contact support.
   */
  readonly 'boleto-overdue-not-supported': 400
  /** For {action} the bank takes these numbers of days: {days}. Change boleto.overdue.afterDays. */
  readonly 'boleto-overdue-days-invalid': 400
  /**
   * The bank would write the boleto off before boleto.overdue. Send at least {min} in
   * boleto.payableDaysAfter, or leave it out.
   */
  readonly 'boleto-written-off-first': 400
  /**
   * This boleto is in protest, and the bank does not write it off. Have the operator stop the
   * protest at the bank, and cancel it then.
   */
  readonly 'boleto-in-protest': 409
  /**
   * The boleto was sent to the bank and stays valid. Pay it once the bank has registered it, or ask
   * the shop to cancel it.
   */
  readonly 'checkout-boleto-sent': 409
  /**
   * The bank that receives this PIX has no charges with a due date granted. Send it without
   * pix.due, or have the operator add the scopes cobv.write and cobv.read.
   */
  readonly 'pix-due-not-supported': 400
  /** The due date must be from today to {days} days from now. Change pix.due.date. */
  readonly 'pix-due-date-invalid': 400
  /** With these discounts and charges the amount on {date} would be {amount}. Change pix.due. */
  readonly 'pix-due-amount-invalid': 400
  /** The transaction is in {status}, which does not allow this operation. Look it up again. */
  readonly 'status-does-not-allow': 409
  /**
   * A capture or a cancel of this transaction is still under way at the acquirer. Look it up again
   * in a moment.
   */
  readonly 'operation-in-progress': 409
  /** The refund is above what can still be refunded: {max}. Lower amount (in cents). */
  readonly 'refund-above-paid': 400
  /**
   * A PIX can be refunded up to {days} days after it was paid. To return the money by a new PIX,
   * send pixKey with a PIX key of the payer.
   */
  readonly 'refund-too-late': 400
  /** A refund of this sale is already under way at the acquirer. Wait until it ends. */
  readonly 'refund-in-progress': 409
  /**
   * This payment cannot be refunded to a PIX key. Ask for the refund without pixKey: the money goes
   * back the way it came.
   */
  readonly 'refund-not-available': 400
  /**
   * To cash out to an account, send bankAccount (an ISPB of eight characters, the branch without
   * its digit, the number with it), beneficiaryName and beneficiaryDocument. Correct the field in
   * error.field.
   */
  readonly 'bank-account-invalid': 400
  /** A boleto is refunded by PIX. Send pixKey with a PIX key of the payer. */
  readonly 'pix-key-required': 400
  /**
   * The bank of the cashouts pays only the holder of its own account, and would refuse the key of
   * the payer. Refund outside of the gateway, or ask support for another bank of the cashouts.
   */
  readonly 'refund-bank-pays-holder-only': 400
  /**
   * The balance does not cover the amount: {missing} are missing. Lower the amount or wait for more
   * balance.
   */
  readonly 'insufficient-balance': 400
  /**
   * An equal request was made a moment ago: its id is in data.id. If this is another one, repeat
   * with confirmDuplicate: true.
   */
  readonly 'possible-duplicate': 409
  /** The acquirer did not accept the request: {detail}. */
  readonly 'card-refused-request': 400
  /** The bank did not accept the charge: {detail}. */
  readonly 'charge-refused-by-provider': 400
  /** This payment link is turned off. Contact the seller. */
  readonly 'payment-link-unusable': 409
  /** The time to pay is over. Go back to the shop and start again. */
  readonly 'checkout-session-expired': 409
  /** There were too many attempts on this page. Go back to the shop and start again. */
  readonly 'checkout-attempts-exhausted': 409
  /** The amount changed after the page was opened. Check the new amount and confirm. */
  readonly 'checkout-changed': 409
  /** This acquirer does not offer Device Pay. Contact support. */
  readonly 'device-pay-not-supported': 400
  /** The field domain is not a valid hostname. Send the hostname alone, such as loja.com.br. */
  readonly 'domain-invalid': 400
  /**
   * This domain is registered for the account already. Use the registration in data to validate it.
   */
  readonly 'domain-already-registered': 409
  /**
   * The account has {max} domains, the most that the wallet accepts. Remove one that you do not
   * use.
   */
  readonly 'domain-limit-reached': 400
  /** The verification file could not be accessed: {findingInEnglish}. */
  readonly 'domain-check-failed': 400
  /**
   * This domain is not available for Device Pay. Check the public key, and that the domain is
   * VERIFIED.
   */
  readonly 'device-pay-domain-unavailable': 400
  /**
   * The validationUrl is not an address of the wallet. Send the value of the device event,
   * unchanged.
   */
  readonly 'validation-url-invalid': 400
  /** The limit of session validations was reached. Wait some minutes and try again. */
  readonly 'session-limit-reached': 429
  /** The wallet did not respond. Nothing changed: try again in a moment. */
  readonly 'device-pay-unavailable': 503
  /** Cashouts are not enabled on the account. Contact support. */
  readonly 'cashout-disabled': 400
  /**
   * The PIX key is not valid. Check pixKey and pixType (CPF, CNPJ, PHONE with + and country code,
   * EMAIL or EVP).
   */
  readonly 'pix-key-invalid': 400
  /**
   * The PIX key does not belong to the expected receiver. Check pixKey and the CPF or CNPJ of the
   * receiver.
   */
  readonly 'pix-key-owner-mismatch': 400
  /**
   * The PIX code is not valid, or no longer valid. Copy all of it, or ask the receiver for another
   * one.
   */
  readonly 'qrcode-invalid': 400
  /**
   * The bank of the cashouts does not pay this kind of PIX code. Ask the receiver for a PIX key,
   * and send pixKey.
   */
  readonly 'qrcode-not-supported': 400
  /**
   * The charge of this PIX code can no longer be paid. If there still is something to pay, ask the
   * receiver for another code.
   */
  readonly 'qrcode-not-payable': 400
  /** The PIX code asks for {amount}. Send that in amount, in cents: {amount}. */
  readonly 'qrcode-amount-differs': 400
  /** The cashout is above the limit {limit}: {left} are left. Lower amount. */
  readonly 'cashout-limit-exceeded': 400
  /** The cashout is in {status}, which does not allow this operation. Look it up again. */
  readonly 'cashout-status-does-not-allow': 409
  /**
   * The account is suspended and its money does not leave. Reactivate the account before approving,
   * or deny the cashout.
   */
  readonly 'cashout-account-suspended': 409
  /**
   * The person who made the request, or one with the same name or mailbox, cannot approve it. Ask
   * another person to decide. If they are two people, one of them changes the name and the request
   * is made again.
   */
  readonly 'approver-asked-for-it': 403
  /**
   * Only a person decides a request for approval. A key, a token and the command line do not. Sign
   * in to the dashboard.
   */
  readonly 'approver-not-a-person': 403
  /**
   * The person who decides must not have made the key that asked, also with another login, nor have
   * received access from the requester, nor have given access to the requester. Ask another person
   * to decide.
   */
  readonly 'approver-not-independent': 403
  /**
   * This request does not wait for a decision any more: it is {status}. If it is still needed, make
   * another one.
   */
  readonly 'approval-ended': 409
  /**
   * The subject of this request has changed since it was made. Read the present value and make
   * another request.
   */
  readonly 'approval-outdated': 409
  /**
   * The time to answer this dispute ended at {until}, and no answer is accepted any more. The
   * decision arrives by webhook.
   */
  readonly 'dispute-answer-late': 422
  /**
   * The dispute is in {status}, which takes no answer and no documents any more. Look it up again.
   */
  readonly 'dispute-status-does-not-allow': 409
  /** This dispute has an answer already, and takes only one. Look it up to see what was sent. */
  readonly 'dispute-already-answered': 409
  /** To contest, send text with the explanation, or a document to /evidence first. */
  readonly 'dispute-defence-missing': 400
  /**
   * Send the document with Content-Type application/pdf, image/png or image/jpeg, or as base64 in
   * JSON.
   */
  readonly 'evidence-type-not-supported': 415
  /**
   * The content does not match the PDF, PNG or JPEG in Content-Type, or is empty. Check the file.
   */
  readonly 'evidence-invalid': 400
  /**
   * The dispute has {max} documents, the most it takes. Put the rest into the text of the answer.
   */
  readonly 'evidence-limit-reached': 409
  /** The settings of the account contradict each other. Check the field named. */
  readonly 'account-invalid': 400
  /** Set {setting} in the same request or before: without it the field named cannot be enabled. */
  readonly 'account-setting-missing': 400
  /**
   * At the boleto bank of this account boletoProtestAfterDays can be: {days}. Change it, or choose
   * another bank in providers.boleto.
   */
  readonly 'account-protest-days-invalid': 400
  /** The kind or the settings of the provider are not valid. Check the fields named. */
  readonly 'provider-invalid': 400
  /** The account has no active key with this id. List the keys and check. */
  readonly 'key-not-found': 404
  /** The clock can be moved in the sandbox only. Use a test environment. */
  readonly 'clock-not-adjustable': 403
  /** The secret was rotated recently and both are still valid. Rotate again from {until} on. */
  readonly 'webhook-secret-rotating': 409
  /** This case is closed already. Look it up to see how. */
  readonly 'case-already-resolved': 409
  /**
   * The stop of cashouts is not the one you saw: there is a new breach, or it is another stop. Look
   * up the stop again and send its present digest.
   */
  readonly 'cashout-stop-changed': 409
  /**
   * The database was restored, and the providers have not reported what happened since. Cashouts
   * resume when "guiche restore sweep" has ended.
   */
  readonly 'restore-not-swept': 409
  /** This provider does not exist or publishes no daily files. Check files in its settings. */
  readonly 'files-not-available': 422
  /** The files of this provider are being read now. Repeat the request in a moment. */
  readonly 'reconciliation-in-progress': 409
  /**
   * This address cannot be called. Use a public https address without user, password or fragment.
   */
  readonly 'webhook-url-invalid': 400
  /** The account has {max} webhook endpoints already. Delete one of them first. */
  readonly 'webhook-endpoint-limit': 409
  /**
   * Only what happened in the last {days} days is delivered again. Read older events in the feed.
   */
  readonly 'redelivery-expired': 409
  /**
   * Events after this point are no longer kept. Start again at after={oldest} and look up the
   * transactions in between.
   */
  readonly 'events-expired': 410
  /**
   * The provider did not respond. Nothing is lost: try again in a moment with the same
   * Idempotency-Key.
   */
  readonly 'provider-unavailable': 503
  /**
   * The response exceeded its time limit and the operation continues. Repeat it with the same
   * Idempotency-Key, or look it up before you do it again.
   */
  readonly 'answer-timeout': 503
  /** We have too many requests right now and nothing was done. Try again in a moment. */
  readonly overloaded: 503
  /** We could not confirm the operation. Try again in a moment with the same Idempotency-Key. */
  readonly 'database-unavailable': 503
  /**
   * The database did not respond to a read within {seconds} seconds. Check the network to it and
   * whether it runs.
   */
  readonly 'database-silent': 503
  /**
   * No commit has succeeded for {seconds} seconds (code {code}). Check the database's disk, network
   * and locks.
   */
  readonly 'commits-failing': 503
  /** The database lacks migrations: {names}. Run guiche migrate. */
  readonly 'migrations-missing': 503
  /**
   * This process does not know the time of the database yet. Nothing was done: try again in a
   * moment.
   */
  readonly 'clock-unknown': 503
  /**
   * Our error. Try again. If it happens again, send support the X-Request-Id header of this
   * response.
   */
  readonly 'internal-error': 500
}
