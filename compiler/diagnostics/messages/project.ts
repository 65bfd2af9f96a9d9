// Diagnostics about the files of a project, found before any of them is read (compiler/cli).
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const projectMessages = {
  'unreadable-file': defineMessage(
    'error',
    'A file or folder cannot be read.',
    `
It does not exist, this user has no permission to read it, or it is not UTF-8 text. Save it as UTF-8 and check its
permissions. The folder of configs that a manifest names must exist; its path is relative to the manifest.

    configs: config        # refused where the folder is called configs
`,
  ),
  'duplicate-config': defineMessage(
    'error',
    'Two files define the same saved config.',
    `
The identifier of a saved config is its file name without the extension, so these two are both "chat":

    configs/chat.yaml
    configs/eu/chat.ts

Rename one of them. Files whose names begin with an underscore are not configs; use them for shared parts that configs
import: configs/_models.ts.
`,
  ),
  'duplicate-prompt': defineMessage(
    'error',
    'Two files define the same prompt or partial.',
    `
The identifier of a prompt is its file name without the extension, so these two are both "welcome":

    prompts/welcome.yaml
    prompts/letters/welcome.yaml

Rename one of them. The same holds for partials, which are the files in prompts/partials.
`,
  ),
  'several-manifests': defineMessage(
    'error',
    'A folder has more than one manifest.',
    `
A project has one manifest: gateway.yaml, gateway.yml, gateway.json or gateway.ts. Remove the others.
`,
  ),
} as const satisfies Record<string, MessageEntry>
