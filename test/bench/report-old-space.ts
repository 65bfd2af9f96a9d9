// Preloaded by a process: answers `old` with the bytes in the old space of its heap, which outlived two scavenges or are thought to be in
// use because something there points to them.
import { getHeapSpaceStatistics } from 'node:v8'

process.on('message', message => {
  if (message !== 'old') return
  const { space_used_size: old } =
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space') ?? {}
  process.send?.({ old })
})
