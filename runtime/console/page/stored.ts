// What the page remembers between visits: settings of the view and drafts, never a secret but the token that a session is bound to.
import { effect, type Signal, signal } from '@preact/signals'

const PREFIX = 'portolan.'

/** Undefined also where the browser stores nothing. */
export function readStored(name: string): string | undefined {
  try {
    return window.localStorage.getItem(PREFIX + name) ?? undefined
  } catch {
    return undefined
  }
}

export function writeStored(name: string, value: string | undefined): void {
  try {
    if (value === undefined) window.localStorage.removeItem(PREFIX + name)
    else window.localStorage.setItem(PREFIX + name, value)
  } catch {
    // A private window without storage: the page works, and forgets.
  }
}

/** A signal whose value is remembered. */
export function storedSignal(name: string, first: string): Signal<string> {
  const held = signal(readStored(name) ?? first)
  effect(() => writeStored(name, held.value === first ? undefined : held.value))
  return held
}
