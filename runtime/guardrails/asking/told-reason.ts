// The reason that a service or model gives for its verdict. It may quote what was judged, so it is shown only where the
// config says so, and then as one line.
const LONGEST = 200

/** The sentence, with the reason behind it where there is one to be shown. */
export function withToldReason(sentence: string, reason: unknown, show: boolean): string {
  if (!show || typeof reason !== 'string') return sentence
  const line = reason
    .slice(0, 4 * LONGEST)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  if (line === '') return sentence
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}…` : line
  return `${sentence.replace(/\.$/, '')}: ${short.replace(/\.$/, '')}.`
}
