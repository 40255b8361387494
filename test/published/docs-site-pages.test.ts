import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { test } from 'node:test'
import { eventTypes } from '../../contract/events.ts'
import { productionSettings, sandboxSettings } from '../../src/config/settings.ts'
import { docsFolder, nameFor, readDocsSite } from '../../src/http/docs-site/docs-files.ts'
import { rejectionCodes } from '../../src/primitives/rejection.ts'

/* The built site: every page is there, and no link is dead. */

const site = await readDocsSite()
assert.ok(site, 'the site is built')
const built = site
const html = new Map(
  globSync('**/*.html', { cwd: docsFolder }).map((name) => [
    name.split(sep).join('/'),
    readFileSync(join(docsFolder, name), 'utf8'),
  ]),
)
const ids = new Map(
  [...html].map(([name, text]) => [
    name,
    new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)),
  ]),
)

test('no link and no anchor of the built site is dead', () => {
  const dead = [...html].flatMap(([name, text]) =>
    hrefsOf(text)
      .filter((href) => !leadsSomewhere(name, href))
      .map((href) => `${name}: ${href}`),
  )
  assert.ok(html.size > 500, 'the pages are there')
  assert.deepEqual(dead, [])
})

test('every error code, event and setting has its page, in both languages and as Markdown', () => {
  const paths = [
    ...rejectionCodes.map((code) => `errors/${code}`),
    ...Object.keys(eventTypes).map((type) => `events/${type}`),
    ...[...productionSettings, sandboxSettings].flatMap(({ settings }) =>
      settings.map(({ name }) => `settings/${name}`),
    ),
  ]
  assert.ok(paths.length > 200, 'the catalogues have entries')
  const absent = paths.flatMap((path) =>
    [path, `en/${path}`].flatMap((each) =>
      [each, `${each}.md`].filter((one) => nameFor(built, one) === undefined),
    ),
  )
  assert.deepEqual(absent, [])
})

test('the page of an error code has both texts, the status and its routes', () => {
  const page = html.get('errors/refund-too-late/index.html') ?? ''
  assert.match(page, /Um PIX só pode ser devolvido/)
  assert.match(page, /HTTP 400/)
  assert.match(page, /POST \/api\/user\/transactions\/\{id\}\/refund/)
  assert.match(
    html.get('en/errors/refund-too-late/index.html') ?? '',
    /A PIX can be refunded up to/,
  )
})

test('no page loads from another host or has an inline style', () => {
  for (const [name, text] of html) {
    assert.doesNotMatch(
      text,
      /<(?:script|img|link|iframe)[^>]*\s(?:src|href)="(?:https?:)?\/\//,
      name,
    )
    assert.doesNotMatch(text.replace(/<script[\s\S]*?<\/script>/g, ''), /<[^>]+\sstyle="/, name)
  }
})

test('programs find every page in llms.txt', () => {
  const list = readFileSync(join(docsFolder, 'llms.txt'), 'utf8')
  const links = [...list.matchAll(/\]\(\/docs\/?([^)]*)\)/g)].map(([, path = '']) => path)
  assert.ok(links.length > 60, list)
  assert.deepEqual(
    links.filter((path) => nameFor(built, path) === undefined),
    [],
  )
  assert.match(readFileSync(join(docsFolder, 'llms-full.txt'), 'utf8'), /^# Error codes$/m)
})

const hrefsOf = (text: string): string[] =>
  [...text.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )

/** Addresses of the gateway itself that are no pages of the site. */
const gatewayPaths = new Set(['/openapi.json'])

function leadsSomewhere(from: string, href: string): boolean {
  if (/^(?:https?|mailto):/.test(href) || gatewayPaths.has(href)) return true
  const [path = '', anchor] = decodeURI(href).split('#')
  if (path !== '' && !/^\/docs(?:\/|$)/.test(path)) return false
  const name = path === '' ? from : nameFor(built, path.replace(/^\/docs\/?/, ''))
  if (name === undefined) return false
  // The generator's own link to the top has its target in a style sheet.
  return anchor === undefined || anchor === '_top' || ids.get(name)?.has(anchor) === true
}
