/**
 * The three functions of the old metadata proposal that @peculiar/x509 requires when it loads,
 * through the container of its algorithms. Import this file before it.
 */
const notes = new WeakMap<object, Map<unknown, unknown>>()

const getOwnMetadata = (key: unknown, target: object): unknown => notes.get(target)?.get(key)

function defineMetadata(key: unknown, value: unknown, target: object): void {
  const own = notes.get(target) ?? new Map<unknown, unknown>()
  notes.set(target, own.set(key, value))
}

function getMetadata(key: unknown, target: object): unknown {
  for (let each: object | null = target; each; each = Object.getPrototypeOf(each)) {
    if (notes.get(each)?.has(key)) return getOwnMetadata(key, each)
  }
  return undefined
}

if (!('getMetadata' in Reflect))
  Object.assign(Reflect, { getMetadata, getOwnMetadata, defineMetadata })
