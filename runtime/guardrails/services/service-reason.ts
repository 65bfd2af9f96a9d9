// The reason that a service or model gives for its verdict. It may quote the evaluated text, so it is shown only when
// the config allows it, as a single line.
const MAX_LENGTH = 200

/** The sentence, followed by the reason when there is one to show. */
export function withServiceReason(sentence: string, reason: unknown, show: boolean): string {
  if (!show || typeof reason !== 'string') return sentence
  const line = reason
    .slice(0, 4 * MAX_LENGTH)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  if (line === '') return sentence
  const short = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH).toWellFormed()}…` : line
  return `${sentence.replace(/\.$/, '')}: ${short.replace(/\.$/, '')}.`
}
