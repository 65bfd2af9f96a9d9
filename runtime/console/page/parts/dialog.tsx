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
  return (
    <dialog ref={dialog} aria-labelledby={id} onCancel={onCancel}>
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
