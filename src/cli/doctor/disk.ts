/** Less than a twentieth is free, and less than 5 GiB: a large disk has room in its last part. */
export const diskIsNearlyFull = ({
  freeBytes,
  totalBytes,
}: {
  readonly freeBytes: number
  readonly totalBytes: number
}): boolean => freeBytes < totalBytes / 20 && freeBytes < 5 * 2 ** 30
