#!/usr/bin/env node
// The entry point of `portolan`: rejects unsupported versions of Node.js with one line, then loads the command line.
import { unsupportedNode } from '../node-version.ts'

const unsupported = unsupportedNode('portolan', process.versions.node)
if (unsupported === undefined) await import('./process.ts')
else {
  process.stderr.write(`${unsupported}\n`)
  process.exitCode = 1
}
