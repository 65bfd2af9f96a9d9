// Where the log store of a SQLite store is.
import { extname } from 'node:path'

/** Of a file `store.db`, logs are in `store.logs.db` beside it. */
export function logPath(path: string): string {
  const extension = extname(path)
  return `${path.slice(0, path.length - extension.length)}.logs${extension}`
}
