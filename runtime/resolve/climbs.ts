// Paths that would leave the place that they stand below.

/** True for paths with `.` or `..` between slashes, however they are written. The query does not matter. */
export const climbs = (path: string): boolean =>
  /(^|\/)\.{1,2}(;[^/]*)?(\/|$)/.test(
    (path.split('?', 1)[0] ?? '').replace(/%2e/gi, '.').replace(/%2f|%5c|\\/gi, '/'),
  )
