// Text to image at Google: with Imagen, or with the Gemini image models. Body and reply are the same at both APIs;
// only the path differs.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter } from '../../../values/adapter.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import { collectConversionErrors } from '../../../wire/conversion-errors.ts'
import { readPrompt } from '../../../wire/images.ts'
import { modelPath } from '../model-name.ts'
import { geminiImageRequest, readGeminiImages } from './gemini.ts'
import { imagenRequest, readImagenImages } from './imagen.ts'

const isImagen = (model: string): boolean => /(^|\/)imagen/.test(model)
const isGeminiImageModel = (model: string): boolean => /(^|\/)gemini-.*image/.test(model)

/** `modelLocation` returns the path of the model, without the method. */
export const imagesAt = (
  modelLocation: (context: AdapterContext) => { readonly path: string } | Failure,
): EndpointAdapter => ({
  request: (body: JsonObject, context: AdapterContext) => {
    const location = modelLocation(context)
    if (isFailure(location)) return location
    const { model } = context
    const { report, failure } = collectConversionErrors()
    if (!isImagen(model) && !isGeminiImageModel(model))
      report('model does not support image generation here.', 'model')
    const convert = isImagen(model) ? imagenRequest : geminiImageRequest
    const converted = convert(readPrompt(body, report), body, report, context)
    return (
      failure() ?? { ...converted, path: location.path + (isImagen(model) ? ':predict' : ':generateContent') }
    )
  },
  reply: (body, context) => (isImagen(context.model) ? readImagenImages : readGeminiImages)(body, context),
})

export const images: EndpointAdapter = imagesAt(({ model }) => ({ path: `/${modelPath(model)}` }))
