// Text to image at Google: with Imagen, or with the Gemini image models. Body and reply are the same at both APIs;
// only the path differs.
import type { JsonObject } from '../../../../compiler/source.ts'
import { type Failure, isFailure } from '../../../failures.ts'
import type { AdapterContext, EndpointAdapter } from '../../adapter.ts'
import { readPrompt } from '../../wire/images.ts'
import { collectProblems } from '../../wire/report.ts'
import { modelPath } from '../model-name.ts'
import { askGemini, readGemini } from './gemini.ts'
import { askImagen, readImagen } from './imagen.ts'

const isImagen = (model: string): boolean => /(^|\/)imagen/.test(model)
const draws = (model: string): boolean => /(^|\/)gemini-.*image/.test(model)

/** `modelLocation` returns the path of the model, without the method. */
export const imagesAt = (
  place: (context: AdapterContext) => { readonly path: string } | Failure,
): EndpointAdapter => ({
  request: (body: JsonObject, context: AdapterContext) => {
    const at = place(context)
    if (isFailure(at)) return at
    const { model } = context
    const { report, failure } = collectProblems()
    if (!isImagen(model) && !draws(model)) report('model does not support image generation here.', 'model')
    const ask = isImagen(model) ? askImagen : askGemini
    const asked = ask(readPrompt(body, report), body, report, context)
    return failure() ?? { ...asked, path: at.path + (isImagen(model) ? ':predict' : ':generateContent') }
  },
  reply: (body, context) => (isImagen(context.model) ? readImagen : readGemini)(body, context),
})

export const images: EndpointAdapter = imagesAt(({ model }) => ({ path: `/${modelPath(model)}` }))
