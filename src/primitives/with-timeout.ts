/**
 * The result of the work, if it ends within `ms`. `undefined`: the work continues, and the caller
 * does something else.
 */
export async function withTimeout<Result>(
  work: Promise<Result>,
  ms: number,
): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const later = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  return Promise.race([work, later]).finally(() => clearTimeout(timer))
}
