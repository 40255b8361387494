/**
 * A pure function that remembers its last results. When `most` are remembered all are forgotten,
 * which costs less than an order by age.
 */
export function remembered<Key extends string | number, Value extends {}>(
  compute: (key: Key) => Value,
  most = 10_000,
): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= most) known.clear()
    const value = compute(key)
    known.set(key, value)
    return value
  }
}
