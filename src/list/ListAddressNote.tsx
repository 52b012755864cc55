import type { ListResource } from '../../language/resource.ts'
import { parametersOf } from '../query/formFilters.ts'
import { isSortText } from '../query/listOrder.ts'
import { AddressNote } from '../ui/AddressNote.tsx'

/** Says that a list cannot read all of its address. */
export const ListAddressNote = ({ definition }: { readonly definition: ListResource }) => (
  <AddressNote
    isRead={(name, value) =>
      name === 'sort' ? isSortText(definition, value) : parametersOf(definition).includes(name)
    }
  />
)
