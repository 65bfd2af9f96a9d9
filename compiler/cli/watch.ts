// Looks for changes below a folder and calls once they have settled: editors write a file in several steps.
import { watch } from 'node:fs'

const SETTLED_AFTER = 100

/** Calls `changed` after a source below the folder changed. The returned function ends the watch. */
export function watchFiles(folder: string, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(folder, { recursive: true }, (_event, name) => {
    if (
      name === null ||
      !/\.(ya?ml|json|m?[jt]s)$/.test(name) ||
      /\.plan(\.map)?\.json$|node_modules|\.tmp$/.test(name)
    )
      return
    clearTimeout(timer)
    timer = setTimeout(changed, SETTLED_AFTER)
  })
  // A folder that vanishes ends the watch, not the gateway.
  watcher.on('error', () => watcher.close())
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
