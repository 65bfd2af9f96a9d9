// What arrives of a reply whose connection may break before its end.

export interface ArrivedText {
  readonly text: string
  /** Whether HTTP says that nothing is missing. */
  readonly isWhole: boolean
}

export async function arrivedText({ body }: Response): Promise<ArrivedText> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const bytes of body ?? []) text += decoder.decode(bytes, { stream: true })
    return { text, isWhole: true }
  } catch {
    return { text, isWhole: false }
  }
}
