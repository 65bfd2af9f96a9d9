// A project in an editor: files on the disk, and texts with a cursor mark that are not saved.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  createProjectSession,
  type ProjectSession,
} from '../../compiler/cli/language-server/project-session.ts'
import type { ProjectFile, ProjectView } from '../../compiler/language-server/project-view.ts'
import { makeFolder } from './temporary-folder.ts'

export interface Cursor {
  readonly session: ProjectSession
  readonly project: ProjectView
  readonly file: ProjectFile
  readonly text: string
  readonly offset: number
}

export interface EditedProject {
  /** The project with this text of a file, in which `|` is the cursor; other files are as on the disk. */
  readonly at: (name: string, marked: string) => Promise<Cursor>
  readonly close: () => void
}

/** Prices do not depend on the time here: it is that of the list. */
const NOW = Date.UTC(2026, 10, 21)

export function editedProject(files: Readonly<Record<string, string>>): EditedProject {
  const folder = makeFolder(files)
  let texts = new Map<string, string>()
  const session = createProjectSession(
    folder,
    { openText: path => texts.get(path), openPaths: () => [...texts.keys()] },
    () => NOW,
  )
  return {
    at: async (name, marked) => {
      const offset = marked.indexOf('|')
      const text = marked.slice(0, offset) + marked.slice(offset + 1)
      texts = new Map()
      // What was read last, as in an editor, is the file before the edit.
      await session.compile('disk')
      session.view()?.files.get(name)?.parsed()
      texts = new Map([[join(folder, name), text]])
      await session.compile('text')
      const project = session.view()
      const file = project?.files.get(name)
      if (project === undefined || file === undefined) throw new Error(`The project has no ${name}.`)
      return { session, project, file, text, offset }
    },
    close: () => rmSync(folder, { recursive: true }),
  }
}

/** A project with one thing of each kind. */
export const TEAM = {
  'gateway.yaml': `providers:
  main: { provider: openai, api_key: "\${env:OPENAI_API_KEY}" }
  claude: { provider: anthropic, api_key: "\${env:ANTHROPIC_API_KEY}" }
guardrails:
  no-secrets: { checks: [{ id: default.contains, parameters: { words: [secret], operator: none } }] }
aliases: { fast: "@main/gpt-4o-mini" }
`,
  'configs/chat.yaml': `strategy:
  mode: conditional
  conditions:
    - query: { metadata.plan: team }
      then: premium
  default: standard
input_guardrails: [no-secrets]
prompt_id: greeting
retry: { attempts: 2 }
request_timeout: 10000
targets:
  - name: premium
    provider: "@claude"
    override_params: { model: claude-sonnet-4-5, max_tokens: 1000 }
  - name: standard
    strategy: { mode: loadbalance }
    targets:
      - { provider: "@main", weight: 3, override_params: { model: gpt-4o } }
      - { provider: "@main", weight: 1, override_params: { model: gpt-4o-mini } }
`,
  'configs/plain.json': '{ "provider": "@main", "override_params": { "model": "gpt-4o" } }\n',
  'configs/chat.test.yaml': `cases:
  - name: teams get premium
    given: { metadata: { plan: team, region: eu } }
    expect: { calls: ["@claude"] }
  - name: others do not
    expect: { calls: ["@main"] }
`,
  'prompts/greeting.yaml': 'messages: [{ role: system, content: "Hello. {{>footer}}" }]\n',
  'prompts/partials/footer.txt': 'Bye.',
}
