// The mails that the gateway sent. The address names the open one: /mailbox#7.
const byId = (id) => document.getElementById(id)
const dateTime = (at) =>
  new Date(at).toLocaleString('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
    timeStyle: 'short',
  })
const mails = new Map()

function rowOf({ n, subject, to, at }) {
  const row = document.createElement('li')
  const button = document.createElement('button')
  button.type = 'button'
  button.dataset.n = n
  const title = document.createElement('strong')
  title.textContent = subject
  const about = document.createElement('span')
  about.textContent = `${to.join(', ')} · ${dateTime(at)}`
  button.append(title, about)
  button.addEventListener('click', () => {
    location.hash = n
  })
  row.append(button)
  return row
}

function choose(form) {
  for (const each of ['html', 'text']) {
    byId(`tab-${each}`).setAttribute('aria-selected', String(each === form))
    byId(`mail-${each}`).hidden = each !== form
  }
}

function showMail() {
  const mail = mails.get(Number(location.hash.slice(1)))
  byId('mail').hidden = !mail
  for (const button of document.querySelectorAll('#mails button')) {
    if (mail && Number(button.dataset.n) === mail.n) button.setAttribute('aria-current', 'true')
    else button.removeAttribute('aria-current')
  }
  if (!mail || byId('mail').dataset.n === String(mail.n)) return
  byId('mail').dataset.n = mail.n
  byId('mail-subject').textContent = mail.subject
  byId('mail-to').textContent = mail.to.join(', ')
  byId('mail-from').textContent = mail.from
  byId('mail-at').textContent = dateTime(mail.at)
  byId('mail-text').textContent = mail.text
  byId('mail-html').src = `/mail/${mail.n}/html`
  byId('mail-raw').href = `/mail/${mail.n}/raw`
}

function showList() {
  byId('no-mails').hidden = mails.size > 0
  byId('empty-mails').hidden = mails.size === 0
}

async function readMails() {
  const last = Math.max(0, ...mails.keys())
  const answer = await fetch(`/mail?after=${last}`)
  if (!answer.ok) return
  const fresh = await answer.json()
  for (const mail of fresh) mails.set(mail.n, mail)
  byId('mails').prepend(...fresh.map(rowOf).reverse())
  showList()
  if (fresh.length > 0) showMail()
}

for (const form of ['html', 'text'])
  byId(`tab-${form}`).addEventListener('click', () => choose(form))
addEventListener('hashchange', showMail)
byId('empty-mails').addEventListener('click', async () => {
  await fetch('/mail', { method: 'DELETE' })
  mails.clear()
  byId('mails').replaceChildren()
  showList()
  showMail()
})

async function follow() {
  await readMails().catch(() => undefined)
  setTimeout(follow, 1000)
}
follow()
