import type { ListResource } from '../../language/resource.ts'

/** Whether a list waits for its search: nothing is read until something was submitted (D-184). */
export const isUnsearched = ({ list }: ListResource, search: string): boolean =>
  list.search?.submit !== undefined && search === ''
