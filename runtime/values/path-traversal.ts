// Path traversal.

/** True for paths with `.` or `..` segments, however they are encoded. The query is ignored. */
export const hasDotSegments = (path: string): boolean =>
  /(^|\/)\.{1,2}(;[^/]*)?(\/|$)/.test(
    (path.split('?', 1)[0] ?? '').replace(/%2e/gi, '.').replace(/%2f|%5c|\\/gi, '/'),
  )
