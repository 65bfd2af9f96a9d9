// What a gateway needs of its machine: a version of Node, variables of the environment, and a clock.
import { statSync } from 'node:fs'
import { readSecrets } from '../../../runtime/stores/secrets.ts'
import type { Bundle } from '../../../schemas/generated/types.ts'
import { OLDEST_NODE, unsupportedNode } from '../../facts/node-version.ts'
import { bundleSecrets } from '../../plan/bundle-secrets.ts'
import type { Terminal } from '../terminal.ts'
import { broken, type Finding, fine } from './finding.ts'

export function examineNode(version: string): Finding {
  const refused = unsupportedNode('portolan', version)
  return refused === undefined
    ? fine('node', `${version}, of ${OLDEST_NODE.join('.')} or later`)
    : broken('node', refused)
}

/** A fault for each missing variable or file; otherwise the names of all. Values are not shown. */
export function examineSecrets(bundle: Bundle, { environment }: Terminal): readonly Finding[] {
  const { missing } = readSecrets(bundle, environment)
  if (missing.length > 0) return missing.map(line => broken('environment', line))
  const named = bundleSecrets(bundle).flatMap(({ secret: { source, name } }) =>
    source === 'env' || source === 'file' ? [name] : [],
  )
  const names = [...new Set(named)].sort()
  return [
    fine('environment', names.length === 0 ? 'the manifest names no secrets' : `has ${names.join(', ')}`),
  ]
}

/** Files that were changed later than now show that the clock is behind, with which signatures and tokens are refused. */
export function examineClock(paths: readonly string[], now: number): Finding {
  const changed = paths.map(path => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  const ahead = Math.max(0, ...changed) - now
  const time = new Date(now).toISOString()
  return ahead > TOLERANCE_MS
    ? broken(
        'clock',
        `${time} is ${Math.round(ahead / 1000)} s before the last change of a file: set the clock`,
      )
    : fine('clock', time)
}

const TOLERANCE_MS = 60_000
