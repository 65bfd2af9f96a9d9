// Codex as a client: its headers, the fields of its requests, and its history.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, present } from '../../../schemas/values/json.ts'
import { CODEX_TOOLS, type ResponsesStep } from './codex-day.ts'

const SESSION = '019a0000-0000-7000-8000-000000000000'

export const CODEX_HEADERS = {
  originator: 'codex_cli_rs',
  session_id: SESSION,
  'user-agent': 'codex_cli_rs/0.99.0 (Linux 6.8; x86_64)',
  version: '0.99.0',
}

export class Codex {
  #history: readonly JsonObject[] = []
  #ids: readonly string[] = []
  #model: string

  constructor(model: string) {
    this.#model = model
  }

  /** Another model from now on. */
  ask(model: string): void {
    this.#model = model
  }

  request({ says, fields = {}, fresh, compacts }: ResponsesStep, stream: boolean): JsonObject {
    if (fresh) this.#history = []
    if (says !== undefined) this.#history = [...this.#history, ...says(this.#ids)]
    const shared = { model: this.#model, instructions: 'You are Codex.', input: this.#history }
    if (compacts) return shared
    return present({
      ...shared,
      tools: CODEX_TOOLS,
      tool_choice: 'auto',
      parallel_tool_calls: true,
      reasoning: { effort: 'medium', summary: 'auto' },
      store: false,
      stream,
      include: ['reasoning.encrypted_content'],
      prompt_cache_key: SESSION,
      text: { verbosity: 'low' },
      client_metadata: { 'x-codex-installation-id': SESSION },
      ...fields,
    })
  }

  /** Appends the items of a response to the history, without the ids that are of use only where responses are stored. */
  receive({ says }: ResponsesStep, response: JsonObject): void {
    if (says === undefined) return
    const items = asList(response['output']).map(asObject)
    this.#ids = items.flatMap(({ call_id: id }) => asText(id) ?? [])
    this.#history = [...this.#history, ...items.map(({ id: _, ...item }) => item)]
  }
}
