// A group of processes (cgroup) whose memory the kernel limits, and which it ends beyond that, where the machine lets this one make it.
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface MemoryGroup {
  /** The command that runs another one in the group. */
  readonly command: readonly [file: string, ...parameters: string[]]
  /** The most that was in use, in bytes, with the cache of files. */
  readonly peak: () => number
  readonly remove: () => void
}

const HIERARCHIES = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' },
  { root: '/sys/fs/cgroup', limit: 'memory.max', peak: 'memory.peak' },
]

let groups = 0

export function createMemoryGroup(bytes: number): MemoryGroup | undefined {
  groups += 1
  for (const { root, limit, peak } of HIERARCHIES) {
    const path = join(root, `portolan-test-${process.pid}-${groups}`)
    try {
      mkdirSync(path)
      writeFileSync(join(path, limit), String(bytes))
    } catch {
      try {
        rmdirSync(path)
      } catch {}
      continue
    }
    return {
      command: ['/bin/sh', '-c', `echo $$ > ${join(path, 'cgroup.procs')} && exec "$@"`, 'sh'],
      peak: () => Number(readFileSync(join(path, peak), 'utf8')),
      remove: () => rmdirSync(path),
    }
  }
  return undefined
}
