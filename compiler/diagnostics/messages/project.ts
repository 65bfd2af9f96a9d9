// Mistakes in the files of a project, found before any of them is read (compiler/cli).
import { type Entry, entry } from './entry.ts'

export const project = {
  'unreadable-file': entry(
    'error',
    'A file or folder cannot be read.',
    `
It does not exist, is closed to this user, or is a file that is not UTF-8 text. Save it as UTF-8 and check its permissions.
A manifest that names the folder of its configs names one that is there, relative to the manifest.

    configs: config        # refused where the folder is called configs
`,
  ),
  'duplicate-config': entry(
    'error',
    'Two files give one saved config.',
    `
The identifier of a saved config is the name of its file without the ending, so these two are both "chat":

    configs/chat.yaml
    configs/eu/chat.ts

Rename one of them. Parts that other configs import begin with an underscore and are not configs: configs/_models.ts.
`,
  ),
  'several-manifests': entry(
    'error',
    'A folder holds more than one manifest.',
    `
A project has one manifest: gateway.yaml, gateway.yml, gateway.json or gateway.ts. Keep the one that is meant.
`,
  ),
} as const satisfies Record<string, Entry>
