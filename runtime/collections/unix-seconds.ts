// Times of providers as the interface has them: whole seconds since the epoch.

/** Of an RFC 3339 text, or of a number that is such seconds already; undefined for anything else. */
export function unixSeconds(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? Math.floor(value) : undefined
  const milliseconds = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000)
}
