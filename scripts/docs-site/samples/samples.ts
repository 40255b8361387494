import { curlSample } from './curl.ts'
import { phpSample } from './php.ts'
import { pythonSample } from './python.ts'
import { type ApiDocument, type SampleRequest, sampleRequests } from './sample-request.ts'
import { typescriptSample } from './typescript.ts'

/** A sample as the extension `x-codeSamples` of OpenAPI has it. */
export interface Sample {
  readonly lang: 'curl' | 'typescript' | 'php' | 'python'
  readonly label: string
  readonly source: string
}

/** The samples of one request, in the order of the menu. */
export const samplesOf = (request: SampleRequest): Sample[] => [
  { lang: 'curl', label: 'curl', source: curlSample(request) },
  { lang: 'typescript', label: 'TypeScript', source: typescriptSample(request) },
  { lang: 'php', label: 'PHP', source: phpSample(request) },
  { lang: 'python', label: 'Python', source: pythonSample(request) },
]

/** The samples of each operation of the API, by its id. */
export const samplesByOperation = (
  document: ApiDocument,
): Readonly<Record<string, readonly Sample[]>> =>
  Object.fromEntries(
    sampleRequests(document).map((request) => [request.operationId, samplesOf(request)]),
  )
