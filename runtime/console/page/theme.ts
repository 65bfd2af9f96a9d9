// Light or dark: as the system, unless the viewer has chosen.
import { effect } from '@preact/signals'
import { storedSignal } from './stored.ts'

/** `system`, `light` or `dark`. */
export const theme = storedSignal('theme', 'system')

export function followTheme(): void {
  effect(() => {
    const root = document.documentElement
    if (theme.value === 'system') root.removeAttribute('data-theme')
    else root.setAttribute('data-theme', theme.value)
  })
}
