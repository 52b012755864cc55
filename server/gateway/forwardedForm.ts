import { randomBytes } from 'node:crypto'
import type { CheckedRequest } from './operationRequest.ts'
import type { UploadedImage } from './uploadedImage.ts'

/** A form as the service gets it. */
interface ForwardedForm {
  readonly contentType: string
  readonly bytes: Uint8Array
}

const LINE = '\r\n'

/**
 * The form of an upload, built anew: the checked values, then the image under a name of the gateway's own (S-36).
 *
 * @param field the form's name for the file; like the names of the values it comes from the definition
 */
export function forwardedForm(
  values: CheckedRequest['body'],
  field: string,
  { bytes, type, extension }: Pick<UploadedImage, 'bytes' | 'type' | 'extension'>,
): ForwardedForm {
  const boundary = `countersign-${randomBytes(24).toString('hex')}`
  const opening = `--${boundary}${LINE}Content-Disposition: form-data; name=`
  const fields = Object.entries(values ?? {}).map(
    ([name, value]) => `${opening}"${name}"${LINE}${LINE}${String(value)}${LINE}`,
  )
  const head = `${opening}"${field}"; filename="document.${extension}"${LINE}Content-Type: ${type}${LINE}${LINE}`
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(fields.join('') + head), bytes, Buffer.from(`${LINE}--${boundary}--${LINE}`)]),
  }
}
