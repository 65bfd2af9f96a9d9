#!/usr/bin/env node
// `portolan-runtime`, as in package.json: rejects an unsupported Node version in one line, then loads the runtime.
import { unsupportedNode } from '../compiler/facts/node-version.ts'

const unsupported = unsupportedNode('portolan-runtime', process.versions.node)
if (unsupported === undefined) await import('./command.ts')
else {
  process.stderr.write(`${unsupported}\n`)
  process.exitCode = 1
}
