#!/usr/bin/env node
// The entry point of `portolan`: rejects unsupported versions of Node.js and incomplete installations with one line, then
// loads the command line.
import { unsupportedNode } from '../facts/node-version.ts'

const rejected =
  unsupportedNode('portolan', process.versions.node) ??
  (await import('./required-packages.ts')).missingPackages(name => import.meta.resolve(name))
if (rejected === undefined) await import('./process.ts')
else {
  process.stderr.write(`${rejected}\n`)
  process.exitCode = 1
}
