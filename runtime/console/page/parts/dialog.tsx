// A dialog of the browser: it holds the focus, closes with Escape, and gives the focus back.
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** Whether Escape and the button close it. */
  readonly isClosable?: boolean
  readonly children: ComponentChildren
}

export function Dialog({ title, onClose, isClosable = true, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const shown = dialog.current
    const before = document.activeElement
    shown?.showModal()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const onCancel = (event: Event): void => {
    event.preventDefault()
    if (isClosable) onClose()
  }
  // Browsers let a page refuse to cancel only once after each click, so Escape is taken before it becomes a request to close.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onCancel(event)
  }
  // What was closed past the page all the same is told to it, or is opened again.
  const onClosed = (): void => {
    const shown = dialog.current
    if (shown === null || shown.open) return
    if (isClosable) onClose()
    else shown.showModal()
  }
  return (
    <dialog ref={dialog} aria-labelledby={id} onCancel={onCancel} onKeyDown={onKeyDown} onClose={onClosed}>
      <header>
        <h2 id={id} dir="auto">
          {title}
        </h2>
        {isClosable && (
          <button type="button" class="plain" aria-label="Close" onClick={onClose}>
            ✕
          </button>
        )}
      </header>
      {children}
    </dialog>
  )
}
