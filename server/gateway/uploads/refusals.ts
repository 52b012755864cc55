import type { Upload } from '../../../language/binding.ts'
import { refusalTexts } from '../../../language/uploads.ts'
import { GatewayError } from '../core/errors.ts'

/** What a call accepts. */
export type Accepted = Pick<Upload, 'kinds' | 'maxBytes'>

/** The refusals of a file, in the words of its call. */
export function refusalsOf(accepted: Accepted) {
  const texts = refusalTexts(accepted)
  return {
    wrongName: (): GatewayError => new GatewayError('UNSUPPORTED_FILE', { message: texts.wrongType }),
    wrongContent: (name: string): GatewayError =>
      new GatewayError('UNSUPPORTED_FILE', { message: texts.otherContent(name) }),
    tooBig: (name: string): GatewayError => new GatewayError('TOO_LARGE', { message: texts.tooBig(name) }),
    empty: (name: string): GatewayError => new GatewayError('UNREADABLE_FILE', { message: texts.empty(name) }),
  }
}
