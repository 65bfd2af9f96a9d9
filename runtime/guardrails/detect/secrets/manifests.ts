// Secrets in manifests of Kubernetes: every value below `data` and `stringData` of a `kind: Secret`, whatever its name.
import type { TextMatch } from '../text/text-match.ts'
import { isPlaceholder } from './placeholders.ts'

const KIND = /(?:^|\n)[ \t]?kind:[ \t]{1,4}["']?(?:Sealed)?[Ss]ecret["']?[ \t\r]{0,8}(?:\n|$)/
/** Code units after a section in which its kind may be: `kubectl` sorts the keys. */
const KIND_REACH = 1024
const SECTION = /(?:^|\n)[ \t]?(data|stringData):[ \t\r]{0,8}\n((?:[ \t]{1,8}[^\n]{1,4000}(?:\n|$)){1,200})/g
const VALUE = /^([ \t]{1,8}["']?[\w.-]{1,120}["']?:[ \t]{1,4}["']?)([^\s"'#|>]{4,4000})/gm
const BASE64 = /^(?:[A-Za-z0-9+/]{4}){1,1000}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$|^[A-Za-z0-9+/]{2}==$/

const SECTION_START = /(?:^|\n)[ \t]?(?:data|stringData):[ \t\r]{0,8}\n/g
/** Code units of a section that is held back. */
const MAX_SECTION = 8192

/** From where a growing text may still have a section whose kind is not known. */
export function manifestOpenFrom(text: string): number {
  const from = Math.max(0, text.length - MAX_SECTION)
  const tail = text.slice(from)
  const start = [...tail.matchAll(SECTION_START)].at(-1)
  if (start === undefined || /\n\S/.test(tail.slice(start.index + start[0].length + KIND_REACH)))
    return text.length
  return from + start.index
}

export function* manifestSecrets(text: string): Iterable<TextMatch> {
  if (!text.includes('kind:')) return
  for (const { 0: section, 1: name, 2: body = '', index } of text.matchAll(SECTION)) {
    if (!KIND.test(text.slice(0, index + section.length + KIND_REACH))) continue
    const from = index + section.length - body.length
    for (const { 1: before = '', 2: value = '', index: at } of body.matchAll(VALUE)) {
      const start = from + at + before.length
      if (isPlaceholder(value) || (name === 'data' && !BASE64.test(value))) continue
      yield { kind: 'SECRET', start, end: start + value.length }
    }
  }
}
