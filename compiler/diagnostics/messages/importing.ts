// Findings of `portolan import` about the configuration of another gateway.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const importingMessages = {
  'import-unknown-format': defineMessage(
    'error',
    'The format of a configuration was not recognized, so nothing was imported.',
    `
"portolan import" recognizes a format by its content: the sections and properties that only it has. If a file has none of
them, name the format:

    portolan import --from litellm proxy.yaml

Files of one configuration are imported together; files of different formats are imported one by one.
`,
  ),
  'import-not-expressible': defineMessage(
    'warning',
    'A setting of the source has no counterpart, and was left out.',
    `
The imported project does not do what this setting does. The message names the nearest setting or the step that takes its
place. For example, code that the source loads (callbacks, custom authentication) is never called, and keys of clients are
created with "portolan key NAME".
`,
  ),
  'import-approximated': defineMessage(
    'warning',
    'A setting of the source was imported with another value or another effect.',
    `
The nearest setting was written, and the message describes the difference: a limit that is narrower here, a strategy that
measures latencies while it runs and became weights, or parameters of a deployment, which replace those of requests here.
Read the place in the imported project, and change it if the difference matters.
`,
  ),
  'import-unknown-property': defineMessage(
    'warning',
    'A property of the source is not known, and was left out.',
    `
It is misspelled, newer than this version, or never had an effect in the source. Compare it with the documentation of the
source; what it does may exist here under another name (schemas/reference).
`,
  ),
  'import-literal-key': defineMessage(
    'warning',
    'The source has a key in clear text, which was not copied.',
    `
The imported project refers to a variable of the environment instead. Set it where the gateway runs. A key that is in a file
is best replaced at its provider, since copies of the file have it too.

    api_key: sk-...                  # source
    api_key: \${env:OPENAI_API_KEY}   # imported
`,
  ),
  'import-needs-value': defineMessage(
    'warning',
    'The source reads a setting from its environment, and the value is not known.',
    `
Only secrets may be references here: addresses, regions and models are part of the plan, so that routing is known when it is
compiled. Set the variable and import again, or replace what was written instead. Hosts such as
azure-api-base.example.com are such placeholders: no provider has them.

    AZURE_API_BASE=https://my-resource.openai.azure.com portolan import config.yaml --to my-gateway
`,
  ),
  'import-broken-reference': defineMessage(
    'warning',
    'A name in the source refers to nothing.',
    `
A fallback, an alias or a credential names an entry that the source does not have, or whose entry was left out. It has no
effect in the source either, or leads to an error there. The reference was left out.
`,
  ),
} as const satisfies Record<string, MessageEntry>
