/** Whether a code of OpenSSL or of Node is about a certificate that we do not accept. */
export const isCertificateProblem = (code: string): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/.test(code) && !isHandshakeRefused(code)

/** Whether the other side ended the TLS handshake: it misses our certificate, or refuses it. */
export const isHandshakeRefused = (text: string): boolean => /[_ ]alert[_ ]/i.test(text)
