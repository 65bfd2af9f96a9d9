// What a client knows of its session: which replies it must get, whether the server runs, and the texts of its documents.
import { TextDocument } from 'vscode-languageserver-textdocument'
import { DOCUMENTS } from '../../../compiler/cli/language-server/protocol/apply-changes.ts'
import { isRange, unexpectedParam } from '../../../compiler/cli/language-server/protocol/expected-params.ts'
import { asList, asObject, isList, isObject, type Json, parseJson } from '../../../schemas/values/json.ts'
import { type Change, changedText } from './text-model.ts'

export interface Model {
  phase: 'new' | 'running' | 'down'
  hasExited: boolean
  readonly texts: Map<string, string>
  /** How many replies each id must have, as JSON. */
  readonly replies: Map<string, number>
}

export const createModel = (): Model => ({
  phase: 'new',
  hasExited: false,
  texts: new Map(),
  replies: new Map(),
})

const isId = (id: unknown): boolean => typeof id === 'string' || Number.isSafeInteger(id)

export function expectReply({ replies }: Model, id: Json): void {
  const key = JSON.stringify(id)
  replies.set(key, (replies.get(key) ?? 0) + 1)
}

/** Notes what the body of a message does; a sentence where the server's edit of a text differs from the model's. */
export function note(model: Model, body: Buffer): string | undefined {
  const message = parseJson(body.toString())
  if (!isObject(message)) {
    expectReply(model, null)
    return undefined
  }
  const { id, method, params, result, error } = message
  if (typeof method === 'string' && id === undefined) return noteNotification(model, method, params)
  if (id === undefined || !isId(id)) expectReply(model, null)
  else if (typeof method === 'string') {
    expectReply(model, id)
    notePhase(model, method, params)
  } else if (result === undefined && !isObject(error)) expectReply(model, id)
  return undefined
}

function notePhase(model: Model, method: string, params: Json | undefined): void {
  const hasParams = params !== undefined && params !== null
  if (hasParams && !isObject(params)) return
  if (method === 'shutdown') model.phase = 'down'
  if (method === 'initialize' && model.phase === 'new' && unexpectedParam(method, params) === undefined)
    model.phase = 'running'
}

function noteNotification(model: Model, method: string, params: Json | undefined): string | undefined {
  if (method === 'exit') model.hasExited = true
  if (model.phase !== 'running') return undefined
  const { textDocument, contentChanges } = asObject(params)
  const { uri, version, text } = asObject(textDocument)
  if (typeof uri !== 'string') return undefined
  if (method === 'textDocument/didClose') model.texts.delete(uri)
  if (!Number.isSafeInteger(version)) return undefined
  if (method === 'textDocument/didOpen' && typeof text === 'string') model.texts.set(uri, text)
  const before = model.texts.get(uri)
  if (method !== 'textDocument/didChange' || before === undefined) return undefined
  if (!isList(contentChanges) || !contentChanges.every(isChange)) return undefined
  const changes = asList(contentChanges) as unknown as Change[]
  const after = changedText(before, changes)
  model.texts.set(uri, after)
  const document = DOCUMENTS.update(TextDocument.create(uri, '', 0, before), changes as never, 1)
  return document.getText() === after
    ? undefined
    : `An edit differs: ${JSON.stringify([before, changes, document.getText(), after])}`
}

function isChange(change: unknown): boolean {
  const { text, range } = asObject(change)
  return typeof text === 'string' && (range === undefined || isRange(range))
}
