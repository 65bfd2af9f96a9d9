// Text to take away: copied with one button, or downloaded as a file.
import { useEffect, useState } from 'preact/hooks'

/** Milliseconds for which a button shows that it worked. */
const SHOWN = 2000

export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [result, setResult] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (result === undefined) return
    const timer = window.setTimeout(() => setResult(undefined), SHOWN)
    return () => window.clearTimeout(timer)
  }, [result])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setResult('copied')
    } catch {
      setResult('failed')
    }
  }
  return (
    <button type="button" class="small" onClick={() => void copy()}>
      <span aria-live="polite">
        {result === 'copied' ? 'Copied' : result === 'failed' ? 'Select and copy it by hand' : label}
      </span>
    </button>
  )
}

/** Lines of code or JSON with a button that copies them. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <figure class="code">
      <figcaption>
        <span dir="auto">{label}</span>
        <CopyButton text={text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
    </figure>
  )
}

/** Saves a text as a file of the viewer. */
export function downloadText(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
