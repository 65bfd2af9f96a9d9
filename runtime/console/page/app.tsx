// The frame of the page: navigation, who is signed in, the screen of the address, and what lies over it when the session has ended.
import { effect } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useErrorBoundary, useState } from 'preact/hooks'
import { hrefOf, openAddress, route } from './address.ts'
import { endedSessions, isReachable } from './api/client.ts'
import { caller, hasScope, refreshSession, type SessionCaller, session, signOut } from './api/session.ts'
import { Dialog } from './parts/dialog.tsx'
import { Failed, Loading } from './parts/states.tsx'
import { type Screen, screens } from './screens.ts'
import { SignIn } from './sign-in.tsx'
import { theme } from './theme.ts'

/** Milliseconds between attempts at a gateway that does not reply. */
const RETRY = 2000

export function App() {
  useRetries()
  useEndedSessions()
  const current = session.value
  if (current === undefined)
    return isReachable.value ? (
      // As the document has it before its script has loaded.
      <main>
        <p class="opening">Portolan</p>
      </main>
    ) : (
      <main class="alone">
        <Unreachable />
      </main>
    )
  return wasSignedIn(current.caller !== null) ? <Frame /> : <SignIn />
}

/** Once someone is signed in, what is open stays open under the dialog for signing in again. */
let hasBeenSignedIn = false
const wasSignedIn = (isNow: boolean): boolean => {
  hasBeenSignedIn ||= isNow
  return hasBeenSignedIn
}

function useRetries(): void {
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (!isReachable.peek() && !document.hidden) void refreshSession()
    }, RETRY)
    return () => window.clearInterval(timer)
  }, [])
}

/** A refused request may mean that the session has ended: it is read once for all of them. */
function useEndedSessions(): void {
  useEffect(
    () =>
      effect(() => {
        if (endedSessions.value > 0) void refreshSession()
      }),
    [],
  )
}

const Unreachable = () => (
  <Failed refusal={{ ok: false, status: 0, code: 'unreachable', message: 'The gateway does not reply.' }} />
)

function Frame() {
  const [isOpen, setIsOpen] = useState(false)
  const { screen: id } = route.value
  useEffect(() => setIsOpen(false), [id])
  useEffect(() => {
    if (id === '') openAddress(hrefOf([firstScreen()]), { replace: true })
  }, [id])
  const screen = screens.find(each => each.id === id)
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('content')?.focus()}>
        Skip to the content
      </button>
      {!isReachable.value && (
        <p class="banner bad" role="alert">
          The gateway cannot be reached. What is shown may be out of date; it is tried again.
        </p>
      )}
      {session.value?.read_only === true && (
        <p class="banner">This console only reads: nothing can be changed here.</p>
      )}
      <div class="frame">
        <header class="side">
          <div class="brand">
            <a href={hrefOf([firstScreen()])}>Portolan</a>
            <button
              type="button"
              class="menu"
              aria-expanded={isOpen}
              aria-controls="navigation"
              onClick={() => setIsOpen(!isOpen)}
            >
              Menu
            </button>
          </div>
          <div id="navigation" class={isOpen ? 'navigation open' : 'navigation'}>
            <nav aria-label="Screens">
              <ul>
                {screens.map(({ id: each, title, scopes }) => (
                  <li key={each}>
                    <a
                      href={hrefOf([each])}
                      aria-current={each === id ? 'page' : undefined}
                      class={scopes === undefined || scopes.some(hasScope) ? '' : 'closed'}
                    >
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
            <Account />
          </div>
        </header>
        <main id="content" tabIndex={-1}>
          {screen === undefined ? id !== '' && <Unknown /> : <Opened key={screen.id} screen={screen} />}
        </main>
      </div>
      {session.value?.caller === null && (
        <Dialog title="Sign in again" isClosable={false} onClose={() => {}}>
          <p>The session has ended. What is open here stays as it is.</p>
          <SignIn isInDialog />
        </Dialog>
      )}
    </>
  )
}

/** Where there are records they are what people come for; before, how to get the first one. */
const firstScreen = (): string =>
  session.value?.gateway.has.logs === true && hasScope('analytics.view') ? 'overview' : 'connect'

const Unknown = () => (
  <>
    <h1>There is no such page</h1>
    <p>
      <a href={hrefOf([firstScreen()])}>To the first page</a>
    </p>
  </>
)

let hasShownScreen = false

function Opened({ screen }: { readonly screen: Screen }) {
  const [Shown, setShown] = useState<ComponentType>()
  const [isMissing, setIsMissing] = useState(false)
  const [turn, setTurn] = useState(0)
  const canReach = isReachable.value
  const [bug, forget] = useErrorBoundary()
  useEffect(() => {
    document.title = `${screen.title} – Portolan`
    screen.load().then(
      module => {
        setIsMissing(false)
        setShown(() => module.default)
      },
      () => {
        setIsMissing(true)
        // Whether the connection was lost, or only this script.
        void refreshSession()
      },
    )
  }, [screen, turn])
  useEffect(() => {
    if (isMissing && canReach) setTurn(before => before + 1)
  }, [canReach])
  useEffect(() => {
    if (Shown === undefined) return
    // The first screen leaves the focus where the browser has put it.
    if (hasShownScreen) document.getElementById('content')?.focus({ preventScroll: true })
    hasShownScreen = true
  }, [Shown])
  if (bug !== undefined)
    return (
      <div class="notice" role="alert">
        <h2>This screen has failed</h2>
        <p>It is a bug of the console: {bug instanceof Error ? bug.message : 'unknown'}</p>
        <button type="button" onClick={forget}>
          Show it again
        </button>
      </div>
    )
  if (isMissing)
    return (
      <div class="notice" role="alert">
        <h2>This screen could not be loaded</h2>
        <p>The connection was lost, or the gateway was updated since the page was opened.</p>
        <button type="button" onClick={() => setTurn(before => before + 1)}>
          Try again
        </button>{' '}
        <button type="button" onClick={() => window.location.reload()}>
          Load the page again
        </button>
      </div>
    )
  return Shown === undefined ? <Loading /> : <Shown />
}

function Account() {
  const who = caller.value
  return (
    <div class="account">
      {who !== undefined && (
        <p>
          <bdi class="text">{nameOf(who)}</bdi>
          <span class="quiet">{describeCaller(who)}</span>
        </p>
      )}
      <label class="field">
        <span>Theme</span>
        <select
          value={theme.value}
          onChange={({ currentTarget }) => {
            theme.value = currentTarget.value
          }}
        >
          <option value="system">As the system</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
      {who !== undefined && who.type !== 'open' && (
        <button type="button" onClick={() => void signOut()}>
          Sign out
        </button>
      )}
    </div>
  )
}

/** The name that people know a caller by. */
export const nameOf = ({ name, email, id, type }: SessionCaller): string =>
  type === 'open' ? 'Open gateway' : (name ?? email ?? id)

export function describeCaller({ type, role }: SessionCaller): string {
  switch (type) {
    case 'open':
      return 'no keys, no owner: on this machine only'
    case 'admin':
      return 'administrator’s key of the environment'
    case 'person':
      return `signed in${role === undefined ? '' : ` as ${role}`}`
    default:
      return role === undefined ? 'key' : `key of an ${role}`
  }
}
