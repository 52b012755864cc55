import { parts } from 'virtual:validators'
import { createValidatorLoader } from '../../dataProvider/validators/createValidatorLoader.ts'

/** The validators of all operations, loaded in parts. Pages preload the parts that they will need. */
export const validators = createValidatorLoader(parts)
