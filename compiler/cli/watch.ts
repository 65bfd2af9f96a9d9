// Watches a folder for changes, debounced: editors write a file in several steps.
import { watch } from 'node:fs'

const DEBOUNCE_MS = 100

/** Calls `onChange` after a source in the folder changed. The returned function stops the watcher. */
export function watchFiles(folder: string, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(folder, { recursive: true }, (_event, name) => {
    if (
      name === null ||
      !/\.(ya?ml|json|txt|m?[jt]s)$/.test(name) ||
      /\.plan(\.map)?\.json$|node_modules|\.tmp$/.test(name)
    )
      return
    clearTimeout(timer)
    timer = setTimeout(onChange, DEBOUNCE_MS)
  })
  // A deleted folder stops the watcher, not the gateway.
  watcher.on('error', () => watcher.close())
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
