import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

/**
 * Puts the program of the API reference into the public folder of the site. The package carries it
 * as one file for browsers, and serves it as a plugin.
 */
export async function addScalar(publicFolder: string): Promise<void> {
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/reference', configuration: { content: {} } })
  const { statusCode, body } = await app.inject('/reference/js/scalar.js')
  await app.close()
  if (statusCode !== 200) throw new Error('the package has no program for browsers')
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 8)
  const name = `standalone.${digest}.js`
  await writeFile(join(publicFolder, 'scalar', name), body)
  const page = join(publicFolder, 'api/index.html')
  const text = await readFile(page, 'utf8')
  await writeFile(page, text.replace('__SCALAR__', name))
}
