// Inputs of a project that is loaded again and again: a file that has not changed is the same input, with what it imports.
import { statSync } from 'node:fs'
import type { ProjectInput, SourceInput } from '../../project-input.ts'
import type { SourceReader } from '../../read/reader.ts'

/** The text of each imported file by absolute path; undefined for one that does not exist. */
export type ImportedTexts = ReadonlyMap<string, string | undefined>

/** How the files of a project are read. */
export interface ReadingOptions {
  /** The text of a file that is open in an editor, which counts instead of that on the disk; by absolute path. */
  readonly openText?: OpenText
  /** The absolute paths of these files, which need not be on the disk yet. */
  readonly openPaths?: () => readonly string[]
  /** False: modules of custom checks are not imported, since an import runs the code of the folder. */
  readonly runsChecks?: boolean
}

/** What was loaded of a project, filled by each load of it. */
export interface FileMemory extends ReadingOptions {
  /** What is compiled in the place of the files: the project with other models. */
  readonly rewrite?: (input: ProjectInput) => ProjectInput
  /** By absolute path. */
  readonly inputs: Map<string, RememberedInput>
  /** What a TypeScript source imported when it was read last, by its name. */
  readonly imported: Map<string, ImportedTexts>
  typescript?: SourceReader
}

type OpenText = (path: string) => string | undefined

interface RememberedInput {
  readonly input: SourceInput
  /** Undefined where a later change may have left the same stamp. */
  readonly stamp: string | undefined
}

export const createFileMemory = (options: ReadingOptions = {}): FileMemory => ({
  ...options,
  inputs: new Map(),
  imported: new Map(),
})

/** Milliseconds in which a file can change without another time of its change, on the coarsest file systems. */
const TIME_STEP = 2000n

interface FileStamp {
  readonly stamp: string | undefined
  /** Whether no change after now can leave the same stamp. */
  readonly isSettled: boolean
}

/** The stamp of an unsaved text. */
const UNSAVED: FileStamp = { stamp: undefined, isSettled: false }

function stampOf(path: string): FileStamp {
  try {
    const { mtimeNs, ctimeNs, size, ino } = statSync(path, { bigint: true })
    const last = (mtimeNs > ctimeNs ? mtimeNs : ctimeNs) / 1_000_000n
    return {
      stamp: `${mtimeNs} ${ctimeNs} ${size} ${ino}`,
      isSettled: BigInt(Date.now()) - last > TIME_STEP,
    }
  } catch {
    return { stamp: undefined, isSettled: false }
  }
}

/** The previous input if its file and its imports are the same; else a new one, or undefined if the file cannot be read. */
export function rememberedInput(
  memory: FileMemory,
  path: string,
  name: string,
  readText: () => string | undefined,
  create: (text: string) => SourceInput,
  readImport: (path: string) => string | undefined,
): SourceInput | undefined {
  const before = memory.inputs.get(path)
  const open = memory.openText?.(path)
  // Before the text is read: what changes in between is noticed the next time.
  const { stamp, isSettled } = open === undefined ? stampOf(path) : UNSAVED
  const isStamped = stamp !== undefined && before?.stamp === stamp
  const text = open ?? (isStamped ? before?.input.source.text : readText())
  if (text === undefined) {
    memory.inputs.delete(path)
    return undefined
  }
  const isSame =
    before?.input.source.text === text &&
    before.input.source.name === name &&
    Array.from(memory.imported.get(name) ?? []).every(([each, known]) => readImport(each) === known)
  const input = before !== undefined && isSame ? before.input : create(text)
  memory.inputs.set(path, { input, stamp: isSettled ? stamp : undefined })
  return input
}
