import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import type { ApiDocument } from './samples/sample-request.ts'
import { samplesByOperation } from './samples/samples.ts'

/**
 * Puts the API reference into the public folder of the site: its program, a page in each language,
 * and the samples of each operation. The package carries the program as one file for browsers, and
 * serves it as a plugin.
 */
export async function addScalar(publicFolder: string, document: ApiDocument): Promise<void> {
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/reference', configuration: { content: {} } })
  const { statusCode, body } = await app.inject('/reference/js/scalar.js')
  await app.close()
  if (statusCode !== 200) throw new Error('the package has no program for browsers')
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 8)
  const name = `standalone.${digest}.js`
  await writeFile(join(publicFolder, 'scalar', name), body)
  const samples = JSON.stringify(samplesByOperation(document))
  await writeFile(join(publicFolder, 'scalar/samples.json'), samples)
  for (const folder of ['api', 'en/api']) {
    const page = join(publicFolder, folder, 'index.html')
    const text = await readFile(page, 'utf8')
    await writeFile(page, text.replace('__SCALAR__', name))
  }
}
