/** Test files that one process runs after each other. */
export interface TestGroup {
  readonly name: string
  readonly files: readonly string[]
  /** Whether each of its tests has a time limit of its own, which is above the usual one. */
  readonly hasOwnLimits: boolean
}

/** Folders of tests that `npm run check` runs, and `npm test` does not. */
export const checkedFolders: readonly string[] = [
  'test/administration/',
  'test/custody/',
  'test/deploy/',
  'test/exhaustive/',
  'test/guides/',
  'test/published/',
  'test/sandbox/',
  'test/sdk/',
]

/** The usual time for one test, or for its set-up. */
export const usualLimitMs = 300_000

/** Files whose tests set a `timeout` above the usual one. */
const longFiles: readonly string[] = [
  'test/exhaustive/twelve-parts.test.ts',
  'test/exhaustive/webhook-storm.test.ts',
  'test/exhaustive/year.test.ts',
  'test/model/money.test.ts',
  'test/published/installed-package.test.ts',
]

/** Files that wait for most of their time: one process for all leaves the cores to the others. */
const waitingFiles: readonly string[] = [
  'src/db/silent-connections.test.ts',
  'src/journal/journal-trouble.test.ts',
  'src/webhooks/hostile-receivers.test.ts',
  'test/e2e/answer-limit.test.ts',
  'test/e2e/books-stop.test.ts',
  'test/e2e/clocks.test.ts',
  'test/e2e/faults.test.ts',
  'test/e2e/half-open.test.ts',
  'test/e2e/locks.test.ts',
  'test/providers/api-pix.test.ts',
  'test/providers/cielo-edi.test.ts',
  'test/providers/rede-edi.test.ts',
  'test/providers/woovi.test.ts',
  'test/sdk/server-retries.test.ts',
]

/**
 * The longest first, so that none of them is left alone at the end. A process loads and compiles
 * the modules of its files once, and this is most of the work of a short file. It also keeps what
 * its files leave in memory, so a group of large files is small.
 */
const kinds = [
  { name: 'long', size: 1, isOf: (file: string) => longFiles.includes(file) },
  { name: 'waiting', size: 20, isOf: (file: string) => waitingFiles.includes(file) },
  {
    name: 'browser',
    size: 8,
    isOf: (file: string) => /^test\/(?:administration|browser|dashboard|published)\//.test(file),
  },
  { name: 'story', size: 20, isOf: (file: string) => file.startsWith('test/') },
  { name: 'unit', size: 40, isOf: () => true },
]

/**
 * Shares out test files, in the order in which the groups start. Neighbours in the alphabet often
 * take as long as each other, so they go to different groups. `processes` run at once, and each
 * kind has its share of them: few files get one each.
 */
export function groupFiles(files: readonly string[], processes: number): readonly TestGroup[] {
  const names = files.map((file) => kinds.findIndex(({ isOf }) => isOf(file)))
  return kinds.flatMap(({ name, size }, kind) => {
    const own = files.filter((_file, index) => names[index] === kind)
    const share = Math.ceil((processes * own.length) / files.length)
    const count = Math.max(Math.ceil(own.length / size), Math.min(own.length, share))
    return Array.from({ length: count }, (_each, group) => ({
      name: `${kind}-${name}-${String(group + 1).padStart(2, '0')}`,
      files: own.filter((_file, index) => index % count === group),
      hasOwnLimits: name === 'long',
    }))
  })
}
