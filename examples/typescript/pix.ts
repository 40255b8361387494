/*
 * Charges a PIX, pays it in the sandbox, and verifies the signed webhook.
 *
 *     npm install @guiche/server
 *     GUICHE_URL=http://127.0.0.1:3000 SANDBOX_URL=http://127.0.0.1:3001 \
 *     GUICHE_SECRET_KEY=sk_... node pix.ts
 */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Guiche, WebhookVerificationError } from '@guiche/server'

const { GUICHE_URL = '', SANDBOX_URL = '', GUICHE_SECRET_KEY = '', PORT = '0' } = process.env
const guiche = new Guiche({ secretKey: GUICHE_SECRET_KEY, baseUrl: GUICHE_URL })
const { secret } = await guiche.webhooks.secret()

const server = createServer(async (request, response) => {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const event = await guiche.webhooks.verify(Buffer.concat(chunks), request.headers, secret)
    response.writeHead(204).end()
    if (event.event === 'transaction.paid') {
      console.log(event.data.status, event.data.externalRef)
      server.close() // The program ends. A shop would release the order, once for each event.id.
    }
  } catch (error) {
    if (error instanceof WebhookVerificationError)
      return void response.writeHead(400).end(error.reason)
    console.error(error)
    response.writeHead(500).end() // The gateway sends it again.
  }
}).listen(Number(PORT), '127.0.0.1')
await once(server, 'listening')

const sale = await guiche.transactions.create({
  amount: 1990, // Cents: R$ 19.90.
  paymentMethod: 'PIX',
  externalRef: 'order-1',
  customer: { name: 'Ana Silva', email: 'ana@example.com' },
  postbackUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
})
console.log(sale.status, sale.pix?.qrcode)

// In production the payer pays with the app of a bank.
await fetch(`${SANDBOX_URL}/pay`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ code: sale.pix?.qrcode }),
})
