// `npm run build`: the sources as JavaScript in dist/, with the generated validators beside them and two bins.
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, rmSync } from 'node:fs'
import { ROOT } from './folder.ts'

rmSync(`${ROOT}dist`, { recursive: true, force: true })
execFileSync(
  process.execPath,
  [`${ROOT}node_modules/typescript/bin/tsc`, '-p', `${ROOT}.tsconfig.build.json`],
  { stdio: 'inherit' },
)
const WRITTEN = ['validators', 'check-validators', 'requests'].flatMap(name => [`${name}.js`, `${name}.d.ts`])
for (const name of WRITTEN) {
  copyFileSync(`${ROOT}schemas/generated/${name}`, `${ROOT}dist/schemas/generated/${name}`)
}
for (const bin of ['compiler/cli/main.js', 'runtime/main.js']) chmodSync(`${ROOT}dist/${bin}`, 0o755)
