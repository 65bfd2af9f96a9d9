// Who comes without a session: signs in with a key or at the issuer, or makes the first owner with the token of the terminal.
import { useEffect, useState } from 'preact/hooks'
import { refreshSession, session, setUpOwner, signInFault, signInWithKey } from './api/session.ts'
import { CodeBlock } from './parts/copy.tsx'

/** The setup token that the link of the terminal has after its #, which no server is sent. */
const tokenOfLink = (): string => /^#setup=([\w-]+)$/.exec(window.location.hash)?.[1] ?? ''

export function SignIn({ isInDialog = false }: { readonly isInDialog?: boolean }) {
  const methods = session.value?.methods ?? []
  const [setupKey, setSetupKey] = useState<string>()
  const content =
    setupKey !== undefined ? (
      <NewOwner secret={setupKey} />
    ) : (
      <>
        {methods.includes('setup') && <Setup onMade={setSetupKey} />}
        {methods.includes('oidc') && (
          <p>
            {signInFault() !== undefined && (
              <span class="fault" role="alert" dir="auto">
                {signInFault()}
              </span>
            )}
            <a
              class="button"
              href={`/console/sign-in?to=${encodeURIComponent(window.location.pathname + window.location.search)}`}
            >
              Sign in with your organisation
            </a>
          </p>
        )}
        {methods.includes('key') && <KeyForm />}
      </>
    )
  if (isInDialog) return content
  return (
    <main class="alone" id="content">
      <h1>Portolan</h1>
      {content}
    </main>
  )
}

function KeyForm() {
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const key = String(new FormData(form).get('key') ?? '').trim()
    if (key === '') return setFault('Enter a key of the gateway.')
    setIsBusy(true)
    const result = await signInWithKey(key)
    setIsBusy(false)
    if (!result.ok) setFault(result.message)
  }
  return (
    <form onSubmit={event => void submit(event)}>
      <label class="field">
        <span>Key of the gateway</span>
        <input
          name="key"
          type="password"
          autocomplete="current-password"
          spellcheck={false}
          aria-describedby="key-fault"
          aria-invalid={fault !== undefined}
          required
        />
      </label>
      <p id="key-fault" class="fault" role="alert" dir="auto">
        {fault}
      </p>
      <button type="submit" class="main" disabled={isBusy}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </button>
      <p class="quiet">
        The key is sealed in a cookie that scripts cannot read. It is worth nothing outside of this page.
      </p>
    </form>
  )
}

function Setup({ onMade }: { readonly onMade: (key: string) => void }) {
  const [token, setToken] = useState(tokenOfLink)
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    // The token does not stay in the address, where a screenshot would show it.
    if (tokenOfLink() !== '')
      window.history.replaceState(null, '', window.location.pathname + window.location.search)
  }, [])
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setIsBusy(true)
    const made = await setUpOwner(token.trim())
    setIsBusy(false)
    if (made.ok) onMade(made.data.key)
    else setFault(made.message)
  }
  return (
    <form onSubmit={event => void submit(event)}>
      <h2>Make the first owner</h2>
      <p>This gateway has no owner yet. Its terminal shows a setup token, which works once.</p>
      <label class="field">
        <span>Setup token</span>
        <input
          value={token}
          onInput={({ currentTarget }) => setToken(currentTarget.value)}
          autocomplete="off"
          spellcheck={false}
          aria-describedby="setup-fault"
          required
        />
      </label>
      <p id="setup-fault" class="fault" role="alert" dir="auto">
        {fault}
      </p>
      <button type="submit" class="main" disabled={isBusy}>
        {isBusy ? 'Making the owner…' : 'Make the owner'}
      </button>
    </form>
  )
}

/** The one time that the secret is shown. */
const NewOwner = ({ secret }: { readonly secret: string }) => (
  <>
    <h2>The key of the owner</h2>
    <p>Store it now, for example in a password manager: it is not shown again.</p>
    <CodeBlock text={secret} label="Key of the owner" />
    <button type="button" class="main" onClick={() => void refreshSession()}>
      I have stored it
    </button>
  </>
)
