// Timestamps in the interface's format: integer seconds since the epoch.

/** From an RFC 3339 string or a number of seconds; undefined for anything else. */
export function unixSeconds(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? Math.floor(value) : undefined
  const milliseconds = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000)
}
