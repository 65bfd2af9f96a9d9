// `node example-outputs.ts FOLDER`: runs commands on each project in a folder, and prints the digests of all that they write, for a test
// that compares them between machines.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { portolan } from './command.ts'

const [, , folder = ''] = process.argv
const PLAN = 'out.plan.json'
const COMMANDS: readonly (readonly string[])[] = [
  ['compile', '--output', PLAN],
  ['print', PLAN],
  ['analyse', PLAN, '--format', 'json'],
  ['graph', PLAN, '--format', 'html'],
]

const digests: Record<string, string> = {}
const add = (name: string, text: string): void => {
  digests[name] = createHash('sha256').update(text).digest('hex')
}
for (const name of readdirSync(folder).sort()) {
  const project = join(folder, name)
  for (const args of COMMANDS) {
    const { code, out, complaints } = await portolan(args, project)
    add(`${name}: ${args.join(' ')}`, `${code}\n${out}\n${complaints}`)
  }
  add(`${name}: ${PLAN}`, readFileSync(join(project, PLAN), 'utf8'))
}
console.log(JSON.stringify(digests))
