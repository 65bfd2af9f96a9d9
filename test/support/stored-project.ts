// A project whose releases are in a store beside it, and what commands say about it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { portolan } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A store in a file, and a mock provider. */
export const MANIFEST = 'providers: { mock: { provider: mock } }\nstore: sqlite:.portolan/store.db\n'
const config = (model: string): string => `provider: "@mock"\noverride_params: { model: ${model} }\n`
/** A project with a config of one model, in a new folder. */
export const project = (): string =>
  temporaryFolder({
    'gateway.yaml': MANIFEST,
    'configs/chat.yaml': config('echo'),
    '.gitignore': '.portolan\n*.json\n',
  })
/** Gives the config another model. */
export const change = (folder: string, model: string): void =>
  writeFileSync(join(folder, 'configs/chat.yaml'), config(model))

/** The exit code, if it is not 0, with all that a command prints. */
export async function said(folder: string, ...args: readonly string[]): Promise<string> {
  const { code, out, complaints } = await portolan(args, folder, { USER: 'ann' })
  return `${code === 0 ? '' : `${code}: `}${out}${complaints}`.trim()
}
