// Reads a list of prices from its URL: over TLS, only from its origin, bounded in size and time.

/** The text of a list, or why there is none, as a sentence. */
export type FetchedList = { readonly text: string } | { readonly fault: string }

export type FetchList = (url: string) => Promise<FetchedList>

/** The largest list that is read, and the longest that it may take. */
const MAX_BYTES = 16 * 1024 * 1024
const TIMEOUT_MS = 60_000
const MAX_REDIRECTS = 5

/** `send` is that of the platform. */
export const createFetchList =
  (send: typeof fetch): FetchList =>
  async url => {
    try {
      return await followInOrigin(new URL(url), send, AbortSignal.timeout(TIMEOUT_MS))
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      return {
        fault: isLate
          ? `It did not arrive within ${TIMEOUT_MS / 1000} seconds.`
          : 'Its server cannot be reached.',
      }
    }
  }

async function followInOrigin(first: URL, send: typeof fetch, signal: AbortSignal): Promise<FetchedList> {
  let url = first
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (url.protocol !== 'https:') return { fault: 'Lists of prices are read over https:// only.' }
    const response = await send(url, { redirect: 'manual', signal })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) return await textOf(response)
    await response.body?.cancel()
    const next = URL.canParse(location, url) ? new URL(location, url) : undefined
    if (next === undefined || next.origin !== first.origin)
      return { fault: `It redirects to ${next?.origin ?? 'an invalid URL'}: write the URL that it leads to.` }
    url = next
  }
  return { fault: 'It redirects too often.' }
}

async function textOf(response: Response): Promise<FetchedList> {
  if (response.status !== 200) {
    await response.body?.cancel()
    return { fault: `Its server replied with ${response.status}.` }
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) return { fault: `It is larger than ${MAX_BYTES / 1024 / 1024} MiB.` }
    chunks.push(chunk)
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks)) }
  } catch {
    return { fault: 'It is not UTF-8 text.' }
  }
}
