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
for (const name of ['validators.js', 'validators.d.ts', 'requests.js', 'requests.d.ts']) {
  copyFileSync(`${ROOT}schemas/generated/${name}`, `${ROOT}dist/schemas/generated/${name}`)
}
for (const bin of ['compiler/cli/main.js', 'runtime/main.js']) chmodSync(`${ROOT}dist/${bin}`, 0o755)
