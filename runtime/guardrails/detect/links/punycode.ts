// Decodes labels of internationalized host names (RFC 3492), which URLs have in ASCII.

const PREFIX = 'xn--'
const [BASE, T_MIN, T_MAX, SKEW, DAMP, INITIAL_BIAS, INITIAL_N] = [36, 1, 26, 38, 700, 72, 128]

export const decodeHost = (host: string): string => host.split('.').map(decodeLabel).join('.')

/** A label that cannot be decoded stays as it is. */
function decodeLabel(label: string): string {
  if (!label.startsWith(PREFIX)) return label
  const rest = label.slice(PREFIX.length)
  const delimiter = rest.lastIndexOf('-')
  const output = Array.from(rest.slice(0, Math.max(0, delimiter)), letter => letter.charCodeAt(0))
  let [code, bias, index, at] = [INITIAL_N, INITIAL_BIAS, 0, delimiter + 1]
  while (at < rest.length) {
    const before = index
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitOf(rest.charCodeAt(at))
      at += 1
      if (digit === undefined) return label
      index += digit * weight
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias))
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    const count = output.length + 1
    bias = adapted(index - before, count, before === 0)
    code += Math.floor(index / count)
    index %= count
    if (code > 0x10ffff) return label
    output.splice(index, 0, code)
    index += 1
  }
  return output.length === 0 ? label : String.fromCodePoint(...output)
}

function digitOf(code: number): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26
  if (code >= 0x61 && code <= 0x7a) return code - 0x61
  return code >= 0x41 && code <= 0x5a ? code - 0x41 : undefined
}

function adapted(difference: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(difference / (isFirst ? DAMP : 2))
  delta += Math.floor(delta / count)
  let k = 0
  for (; delta > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) delta = Math.floor(delta / (BASE - T_MIN))
  return k + Math.floor(((BASE - T_MIN + 1) * delta) / (delta + SKEW))
}
