// The webhooks a merchant received.
const statusWords = {
  WAITING_PAYMENT: 'Aguardando',
  AUTHORIZED: 'Autorizada',
  PAID: 'Paga',
  REFUSED: 'Recusada',
  CANCELED: 'Cancelada',
  REFUNDED: 'Devolvida',
  IN_PROTEST: 'Em disputa',
  CHARGEDBACK: 'Disputa perdida',
}
const signatureWords = {
  valid: ['✓', 'assinatura válida'],
  invalid: ['✕', 'assinatura inválida'],
  unknown: ['?', 'assinatura não conferida'],
}
const noticesShown = 100
let lastNotice = 0
let hasLooked = false
let secretsKnown = ''

const inboxAddress = (name) => `${location.origin}/inbox/${name}`

function element(tag, className, text) {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text ?? ''
  return made
}

/** JSON with its parts marked, made of text alone: what a stranger sent is never read as HTML. */
function jsonShown(value) {
  const shown = element('pre', 'json')
  shown.tabIndex = 0
  const text = JSON.stringify(value, null, 2)
  let at = 0
  for (const found of text.matchAll(
    /("(?:\\.|[^"\\])*")(:?)|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g,
  )) {
    const [all, string, colon] = found
    const kind = colon ? 'key' : string ? 'string' : 'literal'
    shown.append(text.slice(at, found.index), element('span', kind, string ?? all), colon ?? '')
    at = found.index + all.length
  }
  shown.append(text.slice(at))
  return shown
}

function headersShown(headers) {
  const list = element('dl', 'notice-headers')
  for (const [name, value] of Object.entries(headers)) {
    const row = document.createElement('div')
    row.append(element('dt', '', name), element('dd', '', value))
    list.append(row)
  }
  return list
}

function copyButton(text) {
  const button = element('button', 'plain', 'Copiar corpo')
  button.type = 'button'
  button.addEventListener('click', () => copy(button, text))
  return button
}

async function copy(button, text) {
  const before = button.textContent
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copiado'
  } catch {
    button.textContent = 'Copie à mão'
  }
  setTimeout(() => {
    button.textContent = before
  }, 1500)
}

function summaryOf({ name, at, body, signature, problem, fault }) {
  const { status, amount } = body?.data ?? {}
  const [sign, words] = signatureWords[signature]
  const summary = document.createElement('summary')
  const pill = element('span', 'status', statusWords[status] ?? status ?? 'Sem status')
  pill.dataset.status = status ?? ''
  pill.title = status ?? ''
  const proof = element('span', `proof ${signature}`)
  proof.title = problem ?? words
  proof.append(element('span', 'sign', sign), element('span', 'words', words))
  const subject = element('span', 'subject')
  subject.append(
    element('code', 'object', body?.objectId ?? body?.data?.id ?? 'corpo sem objectId'),
  )
  const origin = [body?.type, body?.data?.paymentMethod, `/inbox/${name}`].filter(
    (each) => typeof each === 'string',
  )
  subject.append(element('span', 'origin', origin.join(' · ')))
  if (fault) subject.lastChild.append(element('span', 'spoiled', `respondido com ${fault}`))
  const money = element('span', 'money', typeof amount === 'number' ? reais(amount) : '')
  summary.append(element('time', '', time(at)), pill, subject, money, proof)
  return summary
}

/** What is inside is made when it is opened first: most notices never are. */
function noticeShown(notice) {
  const shown = element('details', hasLooked ? 'notice fresh' : 'notice')
  shown.dataset.n = notice.n
  shown.dataset.inbox = notice.name
  shown.append(summaryOf(notice))
  shown.addEventListener(
    'toggle',
    () => {
      const inside = element('div', 'inside')
      if (notice.problem) inside.append(element('p', 'problem', notice.problem))
      inside.append(headersShown(notice.headers))
      inside.append(
        notice.body === null ? element('pre', 'json', notice.raw) : jsonShown(notice.body),
      )
      inside.append(copyButton(notice.raw))
      shown.append(inside)
    },
    { once: true },
  )
  return shown
}

function showInboxes(inboxes) {
  const first = new Map(inboxes.map((each) => [each.name, each.first ?? Number.POSITIVE_INFINITY]))
  for (const shown of [...byId('notices').children]) {
    // Emptied elsewhere, or pushed out by newer ones.
    if (Number(shown.dataset.n) < (first.get(shown.dataset.inbox) ?? Number.POSITIVE_INFINITY))
      shown.remove()
  }
  const isEmpty = byId('notices').childElementCount === 0
  byId('no-notices').hidden = !isEmpty
  byId('empty-inboxes').hidden = isEmpty
  byId('inbox-names').replaceChildren(...inboxes.map(({ name }) => new Option(name)))
  if (!byId('inbox-name').value) byId('inbox-name').value = inboxes[0]?.name ?? 'minha-loja'
  byId('inbox-address').textContent = inboxAddress(inboxes[0]?.name ?? 'minha-loja')
}

async function readInbox() {
  try {
    let { inboxes, notices } = await callRoute('GET', `/inbox?after=${lastNotice}`)
    const known = JSON.stringify(
      inboxes.filter(({ knowsSecret }) => knowsSecret).map(({ name }) => name),
    )
    if (known !== secretsKnown && lastNotice > 0) {
      // A secret that became known settles what was shown before.
      byId('notices').replaceChildren()
      ;({ inboxes, notices } = await callRoute('GET', '/inbox'))
    }
    secretsKnown = known
    lastNotice = notices.at(-1)?.n ?? lastNotice
    byId('notices').prepend(...notices.map(noticeShown).reverse())
    while (byId('notices').childElementCount > noticesShown) byId('notices').lastChild.remove()
    showInboxes(inboxes)
    hasLooked = true
  } catch {
    // The clock says that the sandbox is away.
  }
}

byId('copy-address').addEventListener('click', () =>
  copy(byId('copy-address'), byId('inbox-address').textContent),
)
byId('empty-inboxes').addEventListener('click', async () => {
  const { inboxes } = await callRoute('GET', '/inbox')
  await Promise.all(inboxes.map(({ name }) => callRoute('DELETE', `/inbox/${name}`)))
  byId('notices').replaceChildren()
  showInboxes(inboxes)
})
byId('inbox-secret-form').addEventListener('submit', async (event) => {
  event.preventDefault()
  try {
    const name = encodeURIComponent(byId('inbox-name').value.trim())
    await callRoute('PUT', `/inbox/${name}/secret`, { secret: byId('inbox-secret').value.trim() })
    byId('inbox-secret').value = ''
    byId('inbox-secret-panel').open = false
    // The sandbox checks the notices again when it receives a secret, so the inboxes are read anew.
    secretsKnown = ''
    show(byId('inbox-problem'), '')
  } catch (error) {
    show(byId('inbox-problem'), error.message)
  }
})

async function followInbox() {
  await readInbox()
  setTimeout(followInbox, 1000)
}
followInbox()
