// The tables of strings: a line with a root and the type of its object, then for each verdict the paths below it.
import { readFileSync } from 'node:fs'

/** Why a string is not read, or that it is. */
export const VERDICTS = {
  text: 'What a model or a tool says.',
  identifier: 'It identifies a thing, its version, or who made it.',
  name: 'The name of a tool or a model: clients call by it.',
  choice: 'A choice from a list, by which clients decide what to do.',
  sealed: 'Only the provider can read it, and a change would break it.',
  media: 'Bytes, or the address of an image or a file.',
  request: 'It repeats the request.',
  duplicate: 'It repeats an adjacent text, and is emptied when that is rewritten.',
  time: 'A time.',
  count: 'About usage.',
  padding: 'Random characters.',
  error: 'Of an event that ends the stream as an error.',
} as const
export type Verdict = keyof typeof VERDICTS

export interface StringRow {
  readonly root: string
  /** Of the object at the root, in parentheses; empty where there is one type. */
  readonly type: string
  /** Below that object. */
  readonly path: string
  readonly verdict: Verdict
}

export function readStringTable(name: string): readonly StringRow[] {
  const rows: StringRow[] = []
  let [root, type, verdict] = ['', '', 'text']
  for (const line of readFileSync(new URL(name, import.meta.url), 'utf8').split('\n')) {
    const words = line.trim().split(' ')
    if (!line.startsWith(' ')) [root = '', type = ''] = words
    else
      for (const word of words)
        if (word.endsWith(':')) verdict = word.slice(0, -1)
        else rows.push({ root, type, path: word, verdict: verdict as Verdict })
  }
  return rows
}
