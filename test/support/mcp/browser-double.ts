// A browser, as far as connecting an account needs one: cookies by host, forms, and links that are followed.

export interface BrowserDouble {
  /** Opens the page of a link; returns its text. */
  readonly open: (
    url: string,
  ) => Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }>
  /** Sends the form of a page; returns where the next page leads to. */
  readonly submit: (
    url: string,
    page: string,
    decision?: string,
  ) => Promise<{ readonly status: number; readonly next: string | undefined }>
  /** Signs in at the authorization server; returns the address that it sends the browser back to. */
  readonly signIn: (url: string) => Promise<string>
}

/** `via`: where requests for the public URL really go. */
export function createBrowserDouble(via: (url: string) => string = url => url): BrowserDouble {
  const jar = new Map<string, string>()
  const go = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(via(url), {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(cookie !== '' && { cookie }) },
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return reply
  }
  const field = (page: string, name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
  return {
    open: async url => {
      const reply = await go(url)
      return { status: reply.status, text: await reply.text(), headers: reply.headers }
    },
    submit: async (url, page, decision = 'allow') => {
      const form = new URLSearchParams({
        ticket: field(page, 'ticket'),
        proof: field(page, 'proof'),
        scopes: field(page, 'scopes'),
        decision,
      })
      const reply = await go(url, { method: 'POST', body: form, headers: { origin: new URL(url).origin } })
      const text = await reply.text()
      const link = /href="([^"]*)"/.exec(text)?.[1]
      return {
        status: reply.status,
        next: link?.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code))),
      }
    },
    signIn: async url => (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '',
  }
}
