import type { SlotProps } from '../../../src/console/extensions.ts'

export const NoBooks = ({ definition }: SlotProps) => <p>{definition.list.emptyText} yet: buy the first one.</p>
