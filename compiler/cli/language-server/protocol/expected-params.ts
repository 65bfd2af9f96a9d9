// What the parameters of a message must have, as far as the library or its documents read them before a feature does.
import { isList, isObject } from '../../../../schemas/values/json.ts'

type IsValid = (value: unknown) => boolean

const isText: IsValid = value => typeof value === 'string'
const isInteger: IsValid = value => Number.isSafeInteger(value)
const isIdentifier: IsValid = value => isText(value) || isInteger(value)
const isAbsent: IsValid = value => value === undefined || value === null
const listOf =
  (isItem: IsValid): IsValid =>
  value =>
    isList(value) && value.every(isItem)
const optional =
  (isValid: IsValid): IsValid =>
  value =>
    isAbsent(value) || isValid(value)

const isFolder: IsValid = value => isObject(value) && isText(value['uri'])

const isOffset: IsValid = value => isInteger(value) && (value as number) >= 0

/** A line and a character, counted from 0. */
export const isPosition: IsValid = value =>
  isObject(value) && isOffset(value['line']) && isOffset(value['character'])

export const isRange: IsValid = value =>
  isObject(value) && isPosition(value['start']) && isPosition(value['end'])

const isChange: IsValid = value =>
  isObject(value) && isText(value['text']) && (value['range'] === undefined || isRange(value['range']))

const DOCUMENT = { 'textDocument.uri': isText }
const VERSIONED = { ...DOCUMENT, 'textDocument.version': isInteger }

/** The members that a method needs, by their paths. */
const EXPECTED: Readonly<Record<string, Readonly<Record<string, IsValid>>>> = {
  initialize: {
    capabilities: isObject,
    processId: optional(isInteger),
    rootUri: optional(isText),
    workspaceFolders: optional(listOf(isFolder)),
  },
  'textDocument/didOpen': { ...VERSIONED, 'textDocument.text': isText },
  'textDocument/didChange': { ...VERSIONED, contentChanges: listOf(isChange) },
  'textDocument/didClose': DOCUMENT,
  'textDocument/didSave': DOCUMENT,
  'textDocument/willSave': DOCUMENT,
  'textDocument/willSaveWaitUntil': DOCUMENT,
  'workspace/didChangeWorkspaceFolders': {
    'event.added': listOf(isFolder),
    'event.removed': listOf(isFolder),
  },
  'window/workDoneProgress/cancel': { token: isIdentifier },
  '$/progress': { token: isIdentifier },
  '$/setTrace': { value: isText },
  '$/cancelRequest': { id: isIdentifier },
}

/** The path of the first member that a method needs and that is absent or of another type. */
export function unexpectedParam(method: string, params: unknown): string | undefined {
  const expected = Object.hasOwn(EXPECTED, method) ? EXPECTED[method] : undefined
  return Object.entries(expected ?? {}).find(([path, isValid]) => !isValid(valueAt(params, path)))?.[0]
}

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (parent, name) => (isObject(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined),
      value,
    )
