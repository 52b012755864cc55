import { parts } from 'virtual:validators'
import { createValidatorLoader } from '../../dataProvider/validators/createValidatorLoader.ts'

/** The validators of every operation, fetched in parts: the pages fetch ahead what they will need. */
export const validators = createValidatorLoader(parts)
