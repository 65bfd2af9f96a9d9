// A new name for what the cursor is on: edits of all places, and the new name of its file; or why it cannot be renamed.
import { quoteName } from '../../schemas/values/format-names.ts'
import { nameOfFile } from './definition.ts'
import type { FileEdit } from './fixes.ts'
import { definitionsIn, fileNamed, type NamedKind, nameAt, type Occurrence, occurrencesOf } from './names.ts'
import type { ProjectFile, ProjectView } from './project-view.ts'

export interface NameChange {
  readonly edits: readonly FileEdit[]
  /** The file that is named after it, and its new name. */
  readonly file?: { readonly from: string; readonly to: string }
}

/** Why not, as a sentence. */
export interface Refusal {
  readonly refused: string
}

export interface RenamedSpan {
  readonly name: string
  readonly start: number
  readonly end: number
}

const WORDS: { readonly [kind in NamedKind]: string } = {
  caller: 'API key',
  check: 'check',
  config: 'config',
  guardrail: 'guardrail',
  partial: 'partial',
  prompt: 'prompt',
  provider: 'provider',
  target: 'target',
}

/** Parts of paths, headers and tags. */
const IDENTIFIER = /^[A-Za-z0-9_-]{1,255}$/

const TARGET_NAME = /^[A-Za-z0-9_](?:[A-Za-z0-9_ .-]*[A-Za-z0-9_])?$/

/** The name at an offset that can be renamed. */
export function renamedAt(project: ProjectView, file: ProjectFile, offset: number): RenamedSpan | Refusal {
  const name = nameAt(project, file, offset)
  if (name === undefined) return { refused: 'There is no name here that can be changed.' }
  const refused = refusalOf(project, name)
  return refused ?? { name: name.name, ...name.span }
}

function refusalOf(project: ProjectView, name: Occurrence): Refusal | undefined {
  const what = `${WORDS[name.kind]} ${quoteName(name.name)}`
  if (name.kind === 'check') return { refused: `The ${what} has its name from the catalog or the manifest.` }
  if (name.kind === 'config')
    return { refused: `Clients send the name of the ${what}: rename its file, and its tests.` }
  if (name.kind === 'caller')
    return { refused: `The name of the ${what} is in logs and limits, and is not changed here.` }
  const isDefined = fileNamed(project, name) !== undefined || definitionsIn(project, name).length > 0
  return isDefined ? undefined : { refused: `The ${what} is not defined in the files of this project.` }
}

export function changeName(
  project: ProjectView,
  file: ProjectFile,
  offset: number,
  to: string,
): NameChange | Refusal {
  const name = nameAt(project, file, offset) ?? nameOfFile(file)
  if (name === undefined) return { refused: 'There is no name here that can be changed.' }
  const refused = refusalOf(project, name) ?? newNameFault(project, name, to)
  if (refused !== undefined) return refused
  const places = occurrencesOf(project, name)
  const hidden = places.find(({ isWritten }) => !isWritten)
  if (hidden !== undefined)
    return { refused: `${hidden.source.name} computes ${quoteName(name.name)}: change it there first.` }
  const unread = [...project.files.values()].find(each => each.parsed() === undefined)
  if (unread !== undefined)
    return {
      refused: `${unread.source.name} cannot be read, so its uses of ${quoteName(name.name)} are not known.`,
    }
  const edits = new Map(
    places.map(({ source, span }) => [
      `${source.name} ${span.start}`,
      { file: source.name, span, text: writtenAt(source, span.start, to) },
    ]),
  )
  const named = fileNamed(project, name)
  return { edits: [...edits.values()], ...(named && { file: fileNames(named, to) }) }
}

/** What would be no string without quotes. */
const NO_STRING = /^(?:true|false|null|yes|no|on|off|y|n|~|[-+.\d].*)$/i
const PROPERTY_NAME = /^[A-Za-z_$][\w$]*$/

/** The name as it is written at a place: in quotes of its own, where it has none and needs them. */
function writtenAt({ name, text }: Occurrence['source'], start: number, to: string): string {
  if (/["'`@/>]/.test(text.charAt(start - 1)) || name.endsWith('.txt')) return to
  const isPlain = name.endsWith('.ts') ? PROPERTY_NAME.test(to) : !NO_STRING.test(to)
  return isPlain ? to : JSON.stringify(to)
}

function newNameFault(
  project: ProjectView,
  { kind, name, scope }: Occurrence,
  to: string,
): Refusal | undefined {
  if (kind === 'target') {
    if (!TARGET_NAME.test(to))
      return { refused: 'Here a target is named with letters, digits, spaces, "_", "." and "-".' }
  } else if (!IDENTIFIER.test(to))
    return { refused: `A ${WORDS[kind]} is named with letters, digits, "_" and "-", at most 255.` }
  if (to === name) return undefined
  const taken = { kind, name: to, scope }
  const isTaken = fileNamed(project, taken) !== undefined || definitionsIn(project, taken).length > 0
  return isTaken ? { refused: `There is already a ${WORDS[kind]} ${quoteName(to)}.` } : undefined
}

function fileNames({ source, id }: ProjectFile, to: string): { readonly from: string; readonly to: string } {
  const at = source.name.lastIndexOf('/') + 1
  return { from: source.name, to: source.name.slice(0, at) + to + source.name.slice(at + id.length) }
}
