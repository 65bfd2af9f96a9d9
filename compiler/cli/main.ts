#!/usr/bin/env node
// `portolan`, as package.json names it: refuses a Node that is too old in one line, then loads the command line.
import { unsupportedNode } from '../node-version.ts'

const unsupported = unsupportedNode('portolan', process.versions.node)
if (unsupported === undefined) await import('./process.ts')
else {
  process.stderr.write(`${unsupported}\n`)
  process.exitCode = 1
}
