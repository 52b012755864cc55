export { parseInstant } from '../../schemas/meta/parseInstant.ts'
